// Names of games, bots and options. A game from another package has no messages here, so its own names are used.

import type { Choice, GameSeen } from '../types/wire';
import { t, words } from './words.svelte';

const known = (key: string, otherwise: string): string => (words.knows(key) ? t(key) : otherwise);

type Named = Pick<GameSeen, 'id' | 'title'>;

export const titleOf = (game: Named): string => known(`house.game.${game.id}.title`, game.title);
export const pitchOf = (game: GameSeen): string => known(`house.game.${game.id}.pitch`, game.pitch);
export const botName = (bot: string): string => known(`house.bot.${bot}`, bot);

export const optionName = (game: string, { name }: Choice): string => known(`house.option.${game}.${name}`, name);
export const optionHelp = (game: string, { name }: Choice): string => known(`house.option.${game}.${name}.help`, '');

export const valueName = (game: string, { name }: Choice, value: string): string =>
  known(`house.option.${game}.${name}.${value}`, known(`house.colour.${value}`, value));

/** '2–6', or '4' if there is only one possible number. */
export function playersText(players: number[]): string {
  return t('house.players', { least: players[0] ?? 1, most: players.at(-1) ?? 1 });
}
