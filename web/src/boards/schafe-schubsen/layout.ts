// The layout of the dyke, in the units of the drawing: columns from left to right, each numbered from bottom to top.

export interface Spot {
  x: number;
  y: number;
}

export const FIELD = 60;
export const COLUMN = 10;
/** The size of a board, and the seam between the two. */
export const BOARD = FIELD * COLUMN;
const SEAM = 14;
export const LENGTH = 2 * BOARD + SEAM;
/** The number of fields of a board and of the dyke. */
export const FIELDS = COLUMN * COLUMN;
export const END = 2 * FIELDS;

/** The left edge of the first or the second board. */
export const boardX = (index: number): number => index * (BOARD + SEAM);

/** The centre of a field; fields beyond the end of the dyke are in the sea behind it. */
export function spotOf(field: number): Spot {
  const foot = FIELD / 2;
  const y = BOARD - foot - (field % COLUMN) * FIELD;
  if (field >= END) return { x: LENGTH + FIELD, y };
  const within = field % FIELDS;
  return { x: boardX(Math.floor(field / FIELDS)) + foot + Math.floor(within / COLUMN) * FIELD, y };
}

/** The outlines of puddles around the centre of their field. */
const PUDDLES = [
  'M-25 3C-27 -14 -12 -25 3 -24C18 -24 26 -12 25 2C25 16 14 24 -1 24C-16 24 -24 16 -25 3Z',
  'M-24 -4C-22 -20 -6 -26 7 -23C21 -20 27 -8 24 6C21 20 8 26 -6 23C-20 21 -26 11 -24 -4Z',
  'M-26 1C-25 -11 -17 -20 -3 -24C12 -27 22 -17 25 -4C27 11 19 22 4 24C-12 26 -26 15 -26 1Z',
];
export const puddleOf = (field: number): string => PUDDLES[field % PUDDLES.length]!;

/** The offset of one of several sheep on a field from its centre: they are spread like a fan. */
export function fanned(index: number, count: number): Spot {
  if (count === 1) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * index) / count - Math.PI / 2;
  const reach = count > 4 ? 38 : count > 2 ? 24 : 18;
  return { x: Math.round(Math.cos(angle) * reach), y: Math.round(Math.sin(angle) * reach * 0.8) };
}

/** Their scale. */
export const sizeOf = (count: number): number => (count === 1 ? 0.66 : 0.52);

/** A walk as an arc over the fields in between. */
export function wayOf(start: number, end: number): string {
  const from = spotOf(start);
  const to = spotOf(end);
  const lift = Math.min(from.y, to.y) - Math.min(120, 30 + Math.abs(to.x - from.x) / 6);
  return `M${from.x} ${from.y} Q${(from.x + to.x) / 2} ${Math.max(lift, -30)} ${to.x} ${to.y}`;
}
