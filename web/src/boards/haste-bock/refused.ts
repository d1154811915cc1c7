// What is shown but not offered: the action that choosing it would be, for the server to say why not.

import { along, DIRECTIONS, EDGES, ray } from './layout';
import type { Offers } from './offers';
import { cardOf } from './parts';

export interface Refused {
  cell: string;
  action: string;
}

/** A card with anything that makes it a whole action, with this sheep if it needs one. */
export function wholeOf(card: string, sheep: string): string {
  const { kind } = cardOf(card);
  if (kind === 'step') return `${card} ${sheep} n`;
  if (kind === 'ram' || kind === 'leap') return `${card} ${sheep} n 1`;
  if (kind === 'diagonal') return `${card} ${lineName(sheep, 'ne')} ne`;
  if (kind === 'straight') return `${card} ${lineName(sheep, 'n')} n`;
  return kind === 'trough' ? `${card} n` : `${card} left`;
}

/** A line through a field: its row, its column, or a diagonal's western end. */
function lineName(cell: string, direction: string): string {
  if (direction.length === 1) return direction === 'n' || direction === 's' ? cell[0]! : cell[1]!;
  const west = direction === 'ne' || direction === 'sw' ? 'sw' : 'nw';
  return ray(cell, west).at(-1) ?? cell;
}

/** Fields that lead nowhere with the drafted card, in the order in which one of several reasons is chosen. */
export function refusedOf({ card, chosen, sheep, every }: Offers, standing: string[]): Refused[] {
  if (card === null) return [];
  const { kind } = cardOf(card);
  const offered = new Set(every.map(({ action }) => action));
  const found: Refused[] = [];
  const add = (cell: string | null, action: string): void => {
    const known = found.some((one) => one.cell === cell);
    if (cell !== null && !known && !offered.has(action)) found.push({ cell, action });
  };
  if (kind === 'diagonal' || kind === 'straight') {
    // The front sheep of a line that would leave the meadow.
    const ways = DIRECTIONS.filter((direction) => EDGES.includes(direction) === (kind === 'straight'));
    for (const cell of standing)
      for (const way of ways) if (along(cell, way) === null) add(cell, `${card} ${lineName(cell, way)} ${way}`);
    return found;
  }
  if (kind === 'trough' || kind === 'turn') return [];
  if (chosen !== null)
    for (const direction of DIRECTIONS) {
      if (kind === 'step') add(along(chosen, direction), `${card} ${chosen} ${direction}`);
      else
        ray(chosen, direction)
          .filter((cell) => standing.includes(cell))
          .forEach((met, index) =>
            add(kind === 'ram' ? met : along(met, direction), `${card} ${chosen} ${direction} ${index + 1}`),
          );
    }
  for (const cell of standing) if (!sheep.includes(cell)) add(cell, wholeOf(card, cell));
  return found;
}

/** The directions of a trough, or the sides of a turn, that the drafted card does not offer. */
export function refusedWays({ card, every }: Offers): string[] {
  const { kind } = cardOf(card ?? '');
  const all = kind === 'trough' ? EDGES : kind === 'turn' ? ['left', 'right'] : [];
  return all.filter((way) => !every.some(({ direction }) => direction === way));
}
