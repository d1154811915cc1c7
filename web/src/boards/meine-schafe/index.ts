// Meine Schafe, Deine Schafe: the table that grows, the hand, the whistle, and the words for them.

import { seatColour } from '../../art/colours';
import type { MeineSchafeView } from '../../types/meine-schafe';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import Settlement from './Receipts.svelte';
import { pause, settles, sound, stage } from './staging';
import { announce, describe, facts, prompt, score, tell, why } from './telling';

export const board: Board<MeineSchafeView> = {
  ...{ foresees: true, wheelZooms: true, colour: (_view, seat) => seatColour('meine-schafe', seat) },
  ...{ Drawing, Settlement, Choices, prompt, why, tell, announce, stage, pause, settles, sound, facts, score, describe },
};
