// Schafe schubsen: the dyke, the hand of digits, and the words for both.

import type { SchafeSchubsenView } from '../../types/schafe-schubsen';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { pause, settles, sound, stage } from './staging';
import { describe, facts, prompt, score, tell, why } from './telling';

export const board: Board<SchafeSchubsenView> = {
  ...{ Drawing, Choices, prompt, why, tell, stage, pause, settles, sound, facts, score, describe },
};
