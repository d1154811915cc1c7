// Haste Bock?: the meadow with the path around it, everybody's cards, and the words for both.

import type { HasteBockView } from '../../types/haste-bock';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { colour, pause, settles, sound, stage } from './staging';
import { announce, describe, facts, prompt, tell, why } from './telling';

export const board: Board<HasteBockView> = {
  ...{ foresees: true, Drawing, Choices, prompt, why, tell, announce, stage, pause, settles, sound, colour, facts, describe },
};
