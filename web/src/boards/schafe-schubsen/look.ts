// What can be read from a view, for the drawing and the words.

import type { SchafeSchubsenView, Sheep } from '../../types/schafe-schubsen';
import type { Components } from '../board';
import { END } from './layout';
import { distanceOf } from './offers';

export const sheepOf = (view: SchafeSchubsenView, seat: number | null | undefined): Sheep | null =>
  seat === null || seat === undefined ? null : (view.sheep[seat] ?? null);

type Ground = 'dry' | 'wet' | 'off';

const WORST: Ground[] = ['off', 'wet', 'dry'];

export interface Preview {
  seat: number;
  start: number;
  distance: number;
  /** Where the sheep turns round if it walks back, otherwise where it ends. */
  far: number;
  end: number;
  /** The worse of the two. */
  ground: Ground;
}

export function groundOf(view: SchafeSchubsenView, field: number): Ground {
  if (field >= END) return 'off';
  return view.water.includes(field) ? 'wet' : 'dry';
}

/** Where my sheep would end up with this distance, if nothing moves before its turn. */
export function previewOf(view: SchafeSchubsenView, distance: number | null): Preview | null {
  const field = sheepOf(view, view.seat)?.field ?? null;
  if (field === null || distance === null || view.seat === null) return null;
  const back = view.active === view.seat ? view.back : 0;
  const far = field + distance;
  const end = far - back;
  const grounds = [groundOf(view, far), groundOf(view, end)];
  const ground = WORST.find((one) => grounds.includes(one))!;
  return { seat: view.seat, start: field, distance, far, end, ground };
}

/** The drafted distance, otherwise the one that I have laid and not walked yet. */
export function plannedDistance(view: SchafeSchubsenView, legal: string[], draft: string): number | null {
  const drafted = distanceOf(draft);
  if (drafted !== null) return drafted;
  const own = sheepOf(view, view.seat);
  const waits = own?.revealed === null || legal.some((action) => action.startsWith('go '));
  return view.laid !== null && waits ? Number(view.laid) : null;
}

/** The digits of a player's cards. */
export function digitsOf(components: Components): string[] {
  const cards = components['cards'] as { digits?: number[] } | undefined;
  return (cards?.digits ?? []).map(String);
}

/** The first water ahead of a field. */
export const nextWater = (view: SchafeSchubsenView, field: number): number | null =>
  view.water.find((wet) => wet > field) ?? null;

export const totalOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The sheep from front to back; those on one field by seat. */
export function order(view: SchafeSchubsenView): number[] {
  return view.sheep
    .map((_, seat) => seat)
    .filter((seat) => view.sheep[seat]!.field !== null)
    .sort((one, other) => view.sheep[other]!.field! - view.sheep[one]!.field! || one - other);
}
