// The layout of the table: cells by name, tiles as squares around their centre, and the drawn part.

export const SIZE = 100;
const HALF = SIZE / 2;
/** The names of edges in views, clockwise from the top. */
export const DIRECTIONS = 'nesw';

export interface Spot {
  x: number;
  y: number;
}

/** The direction of each edge. */
export const WAYS: readonly Spot[] = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
];

/** The centre of a cell: `n2e3` is two up and three to the right of the start tile. */
export function spotOf(cell: string): Spot {
  const [, vertical = '', down = '0', horizontal = '', right = '0'] = /^(?:([ns])(\d+))?(?:([ew])(\d+))?$/.exec(cell) ?? [];
  return {
    x: Number(right) * (horizontal === 'w' ? -SIZE : SIZE),
    y: Number(down) * (vertical === 'n' ? -SIZE : SIZE),
  };
}

/** The name of the cell at a centre. */
export function cellAt({ x, y }: Spot): string {
  const [down, right] = [y / SIZE, x / SIZE];
  const part = (steps: number, back: string, forth: string): string =>
    steps === 0 ? '' : `${steps < 0 ? back : forth}${Math.abs(steps)}`;
  return part(down, 'n', 's') + part(right, 'w', 'e') || 'start';
}

/** An empty cell beside tiles, and the motifs it faces. */
export interface Gap {
  cell: string;
  faces: string;
}

/** The empty cells beside tiles, as far as the table reaches. */
export function gapsOf(laid: { cell: string; edges: string }[], reach: number): Gap[] {
  const taken = new Set(laid.map(({ cell }) => cell));
  const found = new Map<string, string>();
  for (const { cell, edges } of laid) {
    const { x, y } = spotOf(cell);
    for (const [edge, way] of WAYS.entries()) {
      const spot = { x: x + way.x * SIZE, y: y + way.y * SIZE };
      const beside = cellAt(spot);
      if (taken.has(beside) || Math.max(Math.abs(spot.x), Math.abs(spot.y)) > reach * SIZE) continue;
      found.set(beside, (found.get(beside) ?? '') + edges[edge]!);
    }
  }
  return [...found].map(([cell, faces]) => ({ cell, faces }));
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The fewest cells shown, so that the first tiles are not huge. */
const LEAST = { wide: 6, high: 4 };

/** The extent of all tiles, with a margin for one more. */
export function boxOf(cells: string[]): Box {
  const spots = cells.map(spotOf);
  const range = (values: number[], least: number): [number, number] => {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const length = Math.max(high - low + 3 * SIZE, least * SIZE);
    return [(low + high - length) / 2, length];
  };
  const [left, width] = range(
    spots.map(({ x }) => x),
    LEAST.wide,
  );
  const [top, height] = range(
    spots.map(({ y }) => y),
    LEAST.high,
  );
  return { left, top, width, height };
}

/** The corners, clockwise from the top left. */
const CORNERS: readonly Spot[] = [
  { x: -HALF, y: -HALF },
  { x: HALF, y: -HALF },
  { x: HALF, y: HALF },
  { x: -HALF, y: HALF },
];

/** The two corners of an edge, clockwise. */
export const cornersOf = (edge: number): [Spot, Spot] => [CORNERS[edge % 4]!, CORNERS[(edge + 1) % 4]!];

export interface Run {
  motif: string;
  first: number;
  count: number;
}

/** Adjacent edges with the same motif are one area; opposite ones are not connected through the centre. */
export function runsOf(edges: string): Run[] {
  const starts = [0, 1, 2, 3].filter((edge) => edges[edge] !== edges[(edge + 3) % 4]);
  if (starts.length === 0) return [{ motif: edges[0]!, first: 0, count: 4 }];
  return starts.map((first) => {
    let count = 1;
    while (edges[(first + count) % 4] === edges[first]) count += 1;
    return { motif: edges[first]!, first, count };
  });
}

/** The ground of a run of edges. */
export function groundOf({ first, count }: Pick<Run, 'first' | 'count'>): string {
  if (count === 4) return `M${-HALF} ${-HALF}h${SIZE}v${SIZE}h${-SIZE}z`;
  const corners = Array.from({ length: count + 1 }, (_, index) => CORNERS[(first + index) % 4]!);
  return `M0 0${corners.map(({ x, y }) => `L${x} ${y}`).join('')}z`;
}

/** The edge letters, clockwise from the top, after a number of clockwise quarter turns. */
export const turned = (edges: string, turn: number): string => [0, 1, 2, 3].map((edge) => edges[(edge - turn + 4) % 4]).join('');
