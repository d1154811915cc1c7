// The outcome of the drafted action, from the server's preview.

import type { GameEvent, HasteBockView, Move, Scored } from '../../types/haste-bock';
import type { Preview } from '../board';

export interface Outcome {
  view: HasteBockView;
  moves: Move[];
  /** Where the time stone ends up; null if it does not move. */
  stone: number | null;
  scored: Scored[];
  panic: boolean;
}

export function outcomeOf(preview: Preview<HasteBockView> | null): Outcome | null {
  if (preview === null) return null;
  const events = preview.events as unknown as GameEvent[];
  return {
    view: preview.view,
    moves: events.flatMap((event) => (event.event === 'sheepmoved' ? event.moves : [])),
    stone: events.find((event) => event.event === 'stonemoved')?.end ?? null,
    scored: events.filter((event) => event.event === 'scored'),
    panic: events.some((event) => event.event === 'panicbegun'),
  };
}
