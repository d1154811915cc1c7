// The eight colours of seats. Colour never travels alone: each has a fleece pattern and a letter.

export interface Colour {
  /** For the words: `table.colour.yellow`, and `table.letter.yellow` for what is written on the fleece. */
  name: string;
  fleece: string;
  /** Pattern and edge of the fleece. */
  mark: string;
  /** The letter on the fleece, readable at any size. */
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

/** Seats have the colours in their order, except in these games. */
const SEATS: Record<string, number[]> = {
  // The sheep on the meadow, unless the table chooses others.
  'haste-bock': [2, 0, 3, 1],
  // Yellow, red, blue and black are those of the herds, which are somebody's secret.
  'meine-schafe': [6, 7, 3, 5],
};

/** The colour of a seat before anything else is known of it. */
export const seatColour = (game: string, seat: number): number => SEATS[game]?.[seat] ?? seat;

export const colourOf = (seat: number): Colour => COLOURS[seat % COLOURS.length]!;
