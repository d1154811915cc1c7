// Volle Wolle: cards in the middle, bids on the clothes line, three dice on the felt.

import type { VolleWolleView } from '../../types/volle-wolle';
import { words } from '../../words/words.svelte';
import type { Board } from '../board';
import { pause, settles, sound, stage } from './animation';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { announce, describeEvent, describeTable, facts, prompt, score, why } from './phrases';
import Settlement from './Settlement.svelte';

export const board: Board<VolleWolleView> = {
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
  stage,
  pause,
  settles,
  sound,
  explain: () => words.with(import('./explain'), 'explain/volle-wolle'),
};
