// Names of games and bots. A game from another package has no messages here, so its own names are used.

import type { GameSeen } from '../types/wire';
import { t, words } from './words.svelte';

/** The message with this key; otherwise this text. */
export const known = (key: string, otherwise: string): string => (words.knows(key) ? t(key) : otherwise);

type Named = Pick<GameSeen, 'id' | 'title'>;

export const titleOf = (game: Named): string => known(`site.game.${game.id}.title`, game.title);
export const pitchOf = (game: GameSeen): string => known(`site.game.${game.id}.pitch`, game.pitch);
export const botName = (bot: string): string => known(`site.bot.${bot}`, bot);

/** '2–6', or '4' if there is only one possible number. */
export function playersText(players: number[]): string {
  return t('site.players', { least: players[0] ?? 1, most: players.at(-1) ?? 1 });
}
