// Haste Bock?: the meadow with the path around it, all players' cards, and the words for both.

import type { HasteBockView } from '../../types/haste-bock';
import { words } from '../../words/words.svelte';
import type { Board } from '../board';
import { pause, settles, sound, stage } from './animation';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { colour } from './parts';
import { announce, describeEvent, describeTable, facts, prompt, why } from './phrases';

export const board: Board<HasteBockView> = {
  previews: true,
  Drawing,
  Choices,
  prompt,
  why,
  describeEvent,
  announce,
  describeTable,
  facts,
  colour,
  stage,
  pause,
  settles,
  sound,
  explain: () => words.with(import('./explain'), 'explain/haste-bock'),
};
