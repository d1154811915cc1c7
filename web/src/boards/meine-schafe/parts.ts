// The motifs on edges: how they are drawn and named.

import { COLOURS, seatColour } from '../../art/colours';

const NAMES: Record<string, string> = { K: 'black', Y: 'yellow', R: 'red', B: 'blue', V: 'village', F: 'forest' };
/** A motif's name: a colour, `village` or `forest`. */
export const nameOfMotif = (motif: string): string => NAMES[motif] ?? 'forest';

/** The motif of a colour. */
export const motifOf = (colour: string): string => Object.keys(NAMES).find((motif) => NAMES[motif] === colour) ?? '';

/** The index of a colour in art/colours.ts, by its name or its motif; null for village and forest. */
export function colourOf(name: string): number | null {
  const found = COLOURS.findIndex((colour) => colour.name === (NAMES[name] ?? name));
  return found < 0 ? null : found;
}

/** The colour of the ground: meadows are tinted in their sheep's colour. */
const GROUNDS: Record<string, string> = {
  K: '#a9a59b',
  Y: '#f2df95',
  R: '#ecb2a4',
  B: '#a8cbea',
  V: '#d9bd94',
  F: '#23492c',
};
export const groundColour = (motif: string): string => GROUNDS[motif] ?? '#cdd8ae';

export const colour = (_view: unknown, seat: number): number => seatColour('meine-schafe', seat);
