// Volle Wolle: cards in the middle, bids on the clothes line, three dice on the felt.

import type { VolleWolleView } from '../../types/volle-wolle';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import Settlement from './Receipts.svelte';
import { announce, describe, facts, prompt, score, tell, why } from './phrases';
import { pause, settles, sound, stage } from './stage';

export const board: Board<VolleWolleView> = {
  ...{ Drawing, Settlement, Choices, prompt, why, tell, announce, stage, pause, settles, sound, facts, score, describe },
};
