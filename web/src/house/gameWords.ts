// What a game, its bots and its options are called. A game of another package brings no words: it is called as it says.

import type { GameSeen } from '../types/wire';
import { t, words } from '../words/words.svelte';
import type { Option } from './settings';

const known = (key: string, otherwise: string): string => (words.knows(key) ? t(key) : otherwise);

type Named = Pick<GameSeen, 'id' | 'title'>;

export const titleOf = (game: Named): string => known(`house.game.${game.id}.title`, game.title);
export const pitchOf = (game: GameSeen): string => known(`house.game.${game.id}.pitch`, game.pitch);
export const botName = (bot: string): string => known(`house.bot.${bot}`, bot);

const keyOf = (game: string, option: Option): string => `house.option.${game}.${option.name}`;

export const optionName = (game: string, option: Option): string => known(keyOf(game, option), option.name);
export const optionHelp = (game: string, option: Option): string => known(`${keyOf(game, option)}.help`, '');

/** A value in words; a row of colours is named colour by colour. */
export function valueName(game: string, option: Option, value: string | number): string {
  const key = `${keyOf(game, option)}.${value}`;
  if (words.knows(key)) return t(key);
  const parts = `${value}`.split(' ').map((part) => known(`house.colour.${part}`, part));
  return parts.join(', ');
}

/** 2–6, or 4 if it is played by four alone. */
export function playersText(players: number[]): string {
  return t('house.players', { least: players[0] ?? 1, most: players.at(-1) ?? 1 });
}
