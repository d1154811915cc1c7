// Opens tables against bots and goes there.

import { post } from '../api/http';
import { addressOf, remember } from '../browser/invitations';
import { route } from '../browser/route.svelte';
import type { GameSeen, Made, PlayNow, PlayPosition } from '../types/wire';
import { freshNames, naming } from '../ui/naming.svelte';
import { bestBot, usualPlayers } from './settings';

async function open(path: string, request: PlayNow | PlayPosition): Promise<void> {
  const made = await naming.then(() => post<Made>(path, request));
  remember(made.table.id, made.invitation);
  route.go(addressOf(made.table.id, null));
}

/** A new game with the usual number of players. */
export function playNow({ id, players, bots }: GameSeen, bot = bestBot(bots)): Promise<void> {
  const count = usualPlayers(players);
  return open('/tables/play-now', { game: id, players: count, bot: bot || null, names: freshNames().bot.slice(0, count - 1) });
}

/** A game that begins with this position. */
export const playFrom = (position: string, seat: number, bot: string | null): Promise<void> =>
  open('/tables/from-position', { position, seat, bot });

/** The bot for beginners, if the game has it. */
export const kindBot = (bots: string[]): string | undefined => bots.find((bot) => bot === 'lamb');
