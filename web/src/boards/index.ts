// The boards by game, loaded on demand. A game without a board of its own is played on the plain one.

import type { Board } from './board';

const DRAWN: Record<string, () => Promise<{ board: unknown }>> = {
  'haste-bock': () => import('./haste-bock'),
  'meine-schafe': () => import('./meine-schafe'),
  'schafe-schubsen': () => import('./schafe-schubsen'),
  'volle-wolle': () => import('./volle-wolle'),
};

export async function boardOf(game: string): Promise<Board> {
  const found = await (DRAWN[game] ?? (() => import('./plain')))();
  return found.board as Board;
}
