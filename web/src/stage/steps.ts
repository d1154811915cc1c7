// What happens at a table in each version.

import type { GameEvent, View } from '../boards/board';
import type { Note } from '../types/wire';

/** What happened in one version of the table. */
export interface Happened {
  version: number;
  note: Note;
  events: GameEvent[];
  /** The number of moves before and after it; after a takeback there are fewer. */
  before: number;
  moves: number;
  /** When it was received, for the log. */
  at: number;
}

/** One step to show: what happened, and the view after it. */
export interface Step {
  happened: Happened;
  view: View | null;
}
