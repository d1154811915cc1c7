// The pens and forests of a view as shapes to draw.

import type { Area } from '../../types/meine-schafe';
import { cornersOf, DIRECTIONS, groundOf, spotOf, WAYS, type Run, type Spot } from './layout';

const HALF = 50;
/** The distance of a pen's outline from its fence, inwards. */
const INSET = 6;

export interface Shape {
  key: string;
  area: Area;
  /** The whole area. */
  ground: string;
  /** The outline along fences, on the inside. */
  fence: string;
  /** The outline along open edges. */
  gaps: string;
  /** The position of its count: on its area, as near to its centre as possible. */
  middle: Spot;
  /** The centre of the ground of each of its edges. */
  spots: Spot[];
}

interface Part {
  spot: Spot;
  edges: number[];
}

const partsOf = (area: Area): Part[] =>
  area.edges.map((text) => {
    const [cell, letters] = text.split(':') as [string, string];
    return { spot: spotOf(cell), edges: [...letters].map((letter) => DIRECTIONS.indexOf(letter)) };
  });

const place = ({ x, y }: Spot, edge: number): string => `${x} ${y} ${edge}`;

/** The runs of adjacent edges of a tile. */
function runs(edges: number[]): Pick<Run, 'first' | 'count'>[] {
  if (edges.length === 4) return [{ first: 0, count: 4 }];
  return edges
    .filter((edge) => !edges.includes((edge + 3) % 4))
    .map((first) => {
      let count = 1;
      while (edges.includes((first + count) % 4)) count += 1;
      return { first, count };
    });
}

const at = (spot: Spot, x: number, y: number): string => `${spot.x + x} ${spot.y + y}`;

/** The line inside the fence of a run: from the tile's edge around its centre and back to the edge. */
function inside(spot: Spot, { first, count }: Pick<Run, 'first' | 'count'>): string {
  if (count === 4) return '';
  const last = (first + count - 1) % 4;
  const [start] = cornersOf(first);
  const [, end] = cornersOf(last);
  const along = (corner: Spot, edge: number, sign: number): string => {
    const way = WAYS[(edge + 1) % 4]!;
    return at(spot, corner.x + way.x * INSET * sign, corner.y + way.y * INSET * sign);
  };
  const bend = WAYS[(first + (count - 1) / 2) % 4];
  const apex = bend && count !== 2 ? `L${at(spot, bend.x * INSET, bend.y * INSET)}` : '';
  return `M${along(start, first, 1)}${apex}L${along(end, last, -1)}`;
}

/** The line along an open edge, slightly inside. */
function gap(spot: Spot, edge: number): string {
  const way = WAYS[edge]!;
  const [start, end] = cornersOf(edge);
  const inward = ({ x, y }: Spot, other: Spot): string =>
    at(spot, x + Math.sign(other.x - x) * INSET - way.x * 3, y + Math.sign(other.y - y) * INSET - way.y * 3);
  return `M${inward(start, end)}L${inward(end, start)}`;
}

/** What an area is called among all of a view. */
export const keyOf = ({ motif, edges }: Area): string => `${motif} ${edges[0]}`;

export function shapeOf(area: Area, covered: Set<string>): Shape {
  const parts = partsOf(area);
  let ground = '';
  let fence = '';
  let gaps = '';
  const spots: Spot[] = [];
  for (const { spot, edges } of parts) {
    for (const run of runs(edges)) {
      ground += moved(groundOf(run), spot);
      fence += inside(spot, run);
    }
    for (const edge of edges) {
      const way = WAYS[edge]!;
      if (!covered.has(place({ x: spot.x + way.x * 2 * HALF, y: spot.y + way.y * 2 * HALF }, (edge + 2) % 4)))
        gaps += gap(spot, edge);
      spots.push({ x: spot.x + way.x * 30, y: spot.y + way.y * 30 });
    }
  }
  return { key: keyOf(area), area, ground, fence, gaps, middle: middleOf(parts, spots), spots };
}

/** Free ground near the centre: beside the sheep of a tile with several of them, otherwise between two tiles. */
function middleOf(parts: Part[], spots: Spot[]): Spot {
  const mean = (key: 'x' | 'y'): number => spots.reduce((sum, spot) => sum + spot[key], 0) / spots.length;
  const [x, y] = [mean('x'), mean('y')];
  const roomy = parts.flatMap(({ spot, edges }) => runs(edges).flatMap((run) => freeOf(spot, run)));
  const joints = parts.flatMap(({ spot, edges }) =>
    edges.map((edge) => ({ x: spot.x + WAYS[edge]!.x * HALF, y: spot.y + WAYS[edge]!.y * HALF })),
  );
  const candidates = roomy.length > 0 ? roomy : joints;
  const far = (spot: Spot): number => Math.hypot(spot.x - x, spot.y - y);
  return candidates.reduce<Spot>((best, spot) => (far(spot) < far(best) ? spot : best), candidates[0]!);
}

function freeOf(spot: Spot, { first, count }: Pick<Run, 'first' | 'count'>): Spot[] {
  if (count === 1) return [];
  if (count === 4) return [spot];
  const [one, other] = [WAYS[first]!, WAYS[(first + 1) % 4]!];
  return count === 2
    ? [{ x: spot.x + (one.x + other.x) * 26, y: spot.y + (one.y + other.y) * 26 }]
    : [{ x: spot.x + other.x * 4, y: spot.y + other.y * 4 }];
}

/** A path of absolute points, translated. */
const moved = (path: string, { x, y }: Spot): string =>
  path.replace(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, letter: string, right: string, down: string) => `${letter}${Number(right) + x} ${Number(down) + y}`,
  );

/** All laid edges, to find the open ones. */
export function coveredBy(cells: string[]): Set<string> {
  return new Set(cells.flatMap((cell) => [0, 1, 2, 3].map((edge) => place(spotOf(cell), edge))));
}
