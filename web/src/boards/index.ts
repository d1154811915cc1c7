// The boards by game, loaded on demand with their texts. A game without a board of its own is played on the plain one.

import { words } from '../words/words.svelte';
import type { Board } from './board';

const DRAWN: Record<string, () => Promise<{ board: unknown }>> = {
  'haste-bock': () => words.with(import('./haste-bock'), 'haste-bock'),
  'meine-schafe': () => words.with(import('./meine-schafe'), 'meine-schafe'),
  'schafe-schubsen': () => words.with(import('./schafe-schubsen'), 'schafe-schubsen'),
  'volle-wolle': () => words.with(import('./volle-wolle'), 'volle-wolle'),
};

export async function boardOf(game: string): Promise<Board> {
  const found = await (DRAWN[game] ?? (() => words.with(import('./plain'), 'plain')))();
  return found.board as Board;
}
