// Meine Schafe, Deine Schafe: the table that grows, the hand, the whistle, and the words for them.

import type { MeineSchafeView } from '../../types/meine-schafe';
import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';
import { pause, sound, stage } from './staging';
import { describe, facts, prompt, score, tell } from './telling';

/** Orange, purple, green and white: yellow, red, blue and black are those of the herds, which are somebody's secret. */
const COLOURS = [6, 7, 3, 5];

export const board: Board<MeineSchafeView> = {
  ...{ foresees: true, wheelZooms: true, colour: (_view, seat) => COLOURS[seat] ?? seat },
  ...{ Drawing, Choices, prompt, tell, stage, pause, sound, facts, score, describe },
};
