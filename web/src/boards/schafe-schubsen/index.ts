// Schafe schubsen: the dyke, the hand of digits, and the words for both.

import type { SchafeSchubsenView } from '../../types/schafe-schubsen';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { pause, sound, stage } from './staging';
import { describe, facts, prompt, score, tell } from './telling';

export const board: Board<SchafeSchubsenView> = { Drawing, Choices, prompt, tell, stage, pause, sound, facts, score, describe };
