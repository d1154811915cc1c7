// The eight colours of seats. Colour is never the only mark: each also has a fleece pattern and a letter.

export interface Colour {
  /** For message keys: `table.colour.yellow`, and `table.letter.yellow` for the letter on the fleece. */
  name: string;
  fleece: string;
  /** The colour of the fleece's pattern and edge. */
  mark: string;
  /** The colour of the letter on the fleece, readable at any size. */
  ink: string;
  face: string;
  pattern: 'dots' | 'stripes' | 'waves' | 'checks' | 'plain' | 'triangles' | 'rings';
}

export const COLOURS: Colour[] = [
  { name: 'yellow', fleece: '#e9b824', mark: '#7a5c00', ink: '#2b2a26', face: '#3b342c', pattern: 'dots' },
  { name: 'red', fleece: '#c8402f', mark: '#7d1f14', ink: '#fffaf0', face: '#3b342c', pattern: 'stripes' },
  { name: 'blue', fleece: '#2f6fb0', mark: '#17406e', ink: '#fffaf0', face: '#3b342c', pattern: 'waves' },
  { name: 'green', fleece: '#4b8f3b', mark: '#275320', ink: '#fffaf0', face: '#3b342c', pattern: 'checks' },
  { name: 'black', fleece: '#33302d', mark: '#6b655d', ink: '#fffaf0', face: '#f6f1e4', pattern: 'plain' },
  { name: 'white', fleece: '#f6f1e4', mark: '#b9ae96', ink: '#2b2a26', face: '#3b342c', pattern: 'plain' },
  { name: 'orange', fleece: '#e07b2a', mark: '#8a4208', ink: '#2b2a26', face: '#3b342c', pattern: 'triangles' },
  { name: 'purple', fleece: '#7d4f9e', mark: '#4a2a63', ink: '#fffaf0', face: '#3b342c', pattern: 'rings' },
];

/** Seats take the colours in order, except in these games. */
const SEATS: Record<string, number[]> = {
  // The colours of the sheep on the meadow, unless the table chooses others.
  'haste-bock': [2, 0, 3, 1],
  // Yellow, red, blue and black are the colours of the herds, and which herd a player owns is secret.
  'meine-schafe': [6, 7, 3, 5],
};

/** The colour of a seat before its view is known. */
export const seatColour = (game: string, seat: number): number => SEATS[game]?.[seat] ?? seat;

export const colourOf = (seat: number): Colour => COLOURS[seat % COLOURS.length]!;
