// Meine Schafe, Deine Schafe: the growing table, the hand, the whistle, and the words for them.

import type { MeineSchafeView } from '../../types/meine-schafe';
import { words } from '../../words/words.svelte';
import type { Board } from '../board';
import { pause, settles, sound, stage } from './animation';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { colour } from './parts';
import { announce, describeEvent, describeTable, facts, prompt, score, why } from './phrases';
import Settlement from './Settlement.svelte';

export const board: Board<MeineSchafeView> = {
  previews: true,
  wheelZooms: true,
  Drawing,
  Settlement,
  Choices,
  prompt,
  why,
  describeEvent,
  announce,
  describeTable,
  facts,
  score,
  colour,
  stage,
  pause,
  settles,
  sound,
  explain: () => words.with(import('./explain'), 'explain/meine-schafe'),
};
