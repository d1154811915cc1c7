// Names of players in sentences, shared by all boards.

import { words, type Phrase } from '../words/words.svelte';
import type { Player, View } from './board';

export const nameOf = (players: Player[], seat: number | null | undefined): string =>
  players.find((player) => player.seat === seat)?.name ?? '';

/** 'Ada, Ben and Cleo'. */
export const listed = (names: string[]): string => new Intl.ListFormat(words.language, { type: 'conjunction' }).format(names);

/** Who has won, in the words of the game: with or without me among the winners. */
export function wonBy(words: { you: string; other: string }, view: Pick<View, 'seat' | 'ranks'>, players: Player[]): Phrase {
  const winners = players.filter(({ seat }) => view.ranks?.[seat] === 1);
  const count = winners.length;
  if (winners.some(({ seat }) => seat === view.seat)) return { key: words.you, values: { count } };
  return { key: words.other, values: { names: listed(winners.map(({ name }) => name)), count } };
}

/** Whether a player who has not won has as many points as the winners: a tie-breaker decided. */
export function isTied({ ranks, scores }: Pick<View, 'ranks' | 'scores'>): 'yes' | 'no' {
  const best = scores[ranks?.indexOf(1) ?? -1];
  return scores.some((points, seat) => points === best && ranks?.[seat] !== 1) ? 'yes' : 'no';
}
