// Schafe schubsen: the dyke, the hand of digits, and the words for both.

import type { SchafeSchubsenView } from '../../types/schafe-schubsen';
import { words } from '../../words/words.svelte';
import type { Board } from '../board';
import { pause, settles, sound, stage } from './animation';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { describeEvent, describeTable, facts, prompt, score, why } from './phrases';

export const board: Board<SchafeSchubsenView> = {
  Drawing,
  Choices,
  prompt,
  why,
  describeEvent,
  describeTable,
  facts,
  score,
  stage,
  pause,
  settles,
  sound,
  explain: () => words.with(import('./explain'), 'explain/schafe-schubsen'),
};
