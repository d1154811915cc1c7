// Haste Bock?: the meadow with the path around it, everybody's cards, and the words for both.

import type { HasteBockView } from '../../types/haste-bock';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { colour, pause, sound, stage } from './staging';
import { announce, describe, facts, prompt, tell } from './telling';

export const board: Board<HasteBockView> = {
  ...{ foresees: true, Drawing, Choices, prompt, tell, announce, stage, pause, sound, colour, facts, describe },
};
