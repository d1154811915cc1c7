// The layout of the meadow and of the path around it, in the units of the drawing.

export interface Spot {
  x: number;
  y: number;
}

export const CELL = 60;
const SIZE = 9;
export const MEADOW = SIZE * CELL;
const COLUMNS = 'abcdefghi';

/** Directions on the meadow: columns to the right, rows upwards. */
const WAYS: Record<string, readonly [number, number]> = {
  n: [0, 1],
  ne: [1, 1],
  e: [1, 0],
  se: [1, -1],
  s: [0, -1],
  sw: [-1, -1],
  w: [-1, 0],
  nw: [-1, 1],
};
export const DIRECTIONS = Object.keys(WAYS);
/** The four edges, clockwise. */
export const EDGES = ['n', 'e', 's', 'w'];

/** The centre of a field by its name: a1 is at the bottom left. */
export const spotOf = (cell: string): Spot => ({
  x: (COLUMNS.indexOf(cell[0]!) + 0.5) * CELL,
  y: (SIZE - Number(cell[1]) + 0.5) * CELL,
});

/** A direction as a unit vector of the drawing. */
export function vectorOf(direction: string): Spot {
  const [right, up] = WAYS[direction] ?? [0, 0];
  return { x: right, y: -up };
}

/** A direction as an angle. */
export function angleOf(direction: string): number {
  const { x, y } = vectorOf(direction);
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** The field this many steps away; null beyond the edge. */
export function along(cell: string, direction: string, steps = 1): string | null {
  const [right, up] = WAYS[direction] ?? [0, 0];
  const column = COLUMNS[COLUMNS.indexOf(cell[0]!) + right * steps];
  const row = Number(cell[1]) + up * steps;
  return column !== undefined && row >= 1 && row <= SIZE ? `${column}${row}` : null;
}

/** All fields from a field to the edge. */
export function ray(cell: string, direction: string): string[] {
  const found: string[] = [];
  for (let next = along(cell, direction); next !== null; next = along(next, direction)) found.push(next);
  return found;
}

/** The fields of a line in a direction; a line is named by its row, its column, or a diagonal's western end. */
export function lineOf(name: string, direction: string): string[] {
  const start = name.length > 1 ? name : COLUMNS.includes(name) ? `${name}1` : `a${name}`;
  const [right, up] = WAYS[direction] ?? [0, 0];
  const back = EDGES.concat('ne', 'se', 'sw', 'nw').find((way) => WAYS[way]![0] === -right && WAYS[way]![1] === -up)!;
  const whole = [...ray(start, back).reverse(), start, ...ray(start, direction)];
  return whole;
}

/** The edge that the flock faces after a quarter turn. */
export const turned = (facing: string, side: string): string => EDGES[(EDGES.indexOf(facing) + (side === 'left' ? 3 : 1)) % 4]!;

/** The middle of an edge, at a distance outside the meadow. */
export function edgeSpot(edge: string, outside: number): Spot {
  const { x, y } = vectorOf(edge);
  const reach = MEADOW / 2 + outside;
  return { x: MEADOW / 2 + x * reach, y: MEADOW / 2 + y * reach };
}

/** One of nine rows, counted from the edge that the flock faces. */
export function rowBox(facing: string, row: number): { x: number; y: number; width: number; height: number } {
  const upright = facing === 'n' || facing === 's';
  const at = (facing === 'n' || facing === 'w' ? row : SIZE - 1 - row) * CELL;
  return upright ? { x: 0, y: at, width: MEADOW, height: CELL } : { x: at, y: 0, width: CELL, height: MEADOW };
}

/** The row of a field. */
export function rowAt(facing: string, cell: string): number {
  const { x, y } = spotOf(cell);
  const at = Math.floor((facing === 'n' || facing === 's' ? y : x) / CELL);
  return facing === 'n' || facing === 'w' ? at : SIZE - 1 - at;
}

/** A box with round corners around a point. */
export function boxOf(x: number, y: number, wide: number, high: number, round: number): string {
  const [across, down] = [2 * (wide - round), 2 * (high - round)];
  const corner = (right: number, low: number): string => `a${round} ${round} 0 0 1 ${right * round} ${low * round}`;
  return `M${x - wide + round} ${y - high}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}z`;
}

/** The side or corner of a field where something moving in this direction enters it. */
export function sideOf(x: number, y: number, way: Spot): string {
  const [far, near] = [CELL / 2 - 1, 3];
  const half = (far - near) / 2;
  if (way.x !== 0 && way.y !== 0) return boxOf(x - way.x * (near + half), y - way.y * (near + half), half, half, 6);
  const [outer, wide] = [{ x: x - way.x * far, y: y - way.y * far }, far - near];
  const ends = [-wide, wide].map((off) => `${outer.x + way.y * off} ${outer.y + way.x * off}`);
  return `M${ends.join('L')}L${x - way.x * near} ${y - way.y * near}Z`;
}

// The path: a square around the meadow, from the top left corner clockwise.

/** The distance of its centre line from the meadow. */
export const AWAY = 27;
export const PATH = 34;
export const MARGIN = AWAY + PATH / 2 + 4;
const SIDE = MEADOW + 2 * AWAY;
const CORNERS: Spot[] = [
  { x: -AWAY, y: -AWAY },
  { x: MEADOW + AWAY, y: -AWAY },
  { x: MEADOW + AWAY, y: MEADOW + AWAY },
  { x: -AWAY, y: MEADOW + AWAY },
];

/** A point on the path, counted in fields; 0 is where all stones start. */
export function stopOf(field: number, length: number): Spot {
  const way = (Math.max(0, Math.min(length + 0.5, field)) / (length + 1)) * 4 * SIDE;
  const side = Math.min(3, Math.floor(way / SIDE));
  const [from, to] = [CORNERS[side]!, CORNERS[(side + 1) % 4]!];
  const part = (way - side * SIDE) / SIDE;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** The side on which a field lies, as the direction in which the path runs there. */
export const runOf = (field: number, length: number): Spot =>
  [
    { x: 1, y: 0 },
    { x: 0, y: 1 },
    { x: -1, y: 0 },
    { x: 0, y: -1 },
  ][Math.min(3, Math.floor((field / (length + 1)) * 4))]!;

/** A section of the path as boxes, one for each side that it runs along. */
export function boxesOf(from: number, to: number, length: number): { x: number; y: number; width: number; height: number }[] {
  const corners = cornersBetween(from, to, length);
  return [from, ...corners].map((start, index) => {
    const [one, other] = [stopOf(start, length), stopOf(corners[index] ?? to, length)];
    const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
    const flat = one.y === other.y;
    return {
      x: left - (flat ? 0 : PATH / 2),
      y: top - (flat ? PATH / 2 : 0),
      width: flat ? Math.abs(one.x - other.x) : PATH,
      height: flat ? PATH : Math.abs(one.y - other.y),
    };
  });
}

/** The corners of the path that a section runs around, counted in fields. */
const cornersBetween = (from: number, to: number, length: number): number[] =>
  [1, 2, 3].map((side) => (side * (length + 1)) / 4).filter((at) => at > from && at < to);

/** A section of the path as a line around its corners. */
export function stretch(from: number, to: number, length: number): string {
  return [from, ...cornersBetween(from, to, length), to]
    .map((field) => stopOf(field, length))
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`)
    .join('');
}
