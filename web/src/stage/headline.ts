// One sentence about the event being shown, for the prompt at the table and the caption of a replay.

import type { Board, Components, Player } from '../boards/board';
import type { Phrase } from '../words/words.svelte';
import type { Moment } from './stage.svelte';

/** The event of this moment in words; null when nothing is happening. */
export function headlineOf(
  { happening }: Moment,
  board: Pick<Board, 'announce' | 'describeEvent'>,
  players: Player[],
  components: Components,
): Phrase | null {
  if (happening === null) return null;
  return board.announce?.(happening, players) ?? board.describeEvent(happening, players, components) ?? { key: 'table.moment' };
}
