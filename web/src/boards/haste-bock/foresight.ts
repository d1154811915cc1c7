// What the drafted action leads to, as the server has told it.

import type { GameEvent, HasteBockView, Move, Scored } from '../../types/haste-bock';
import type { Foreseen } from '../board';

export interface Foresight {
  view: HasteBockView;
  moves: Move[];
  /** Where the time stone comes to; null if it stays for now. */
  stone: number | null;
  scored: Scored[];
  panic: boolean;
}

export function foresightOf(foreseen: Foreseen<HasteBockView> | null): Foresight | null {
  if (foreseen === null) return null;
  const events = foreseen.events as unknown as GameEvent[];
  return {
    view: foreseen.view,
    moves: events.flatMap((event) => (event.event === 'sheepmoved' ? event.moves : [])),
    stone: events.find((event) => event.event === 'stonemoved')?.end ?? null,
    scored: events.filter((event) => event.event === 'scored'),
    panic: events.some((event) => event.event === 'panicbegun'),
  };
}
