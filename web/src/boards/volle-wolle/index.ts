// Volle Wolle: cards in the middle, bids on the clothes line, three dice on the felt.

import type { VolleWolleView } from '../../types/volle-wolle';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { announce, describe, facts, prompt, score, tell } from './phrases';
import { pause, sound, stage } from './stage';

export const board: Board<VolleWolleView> = { Drawing, Choices, prompt, tell, announce, stage, pause, sound, facts, score, describe };
