// What happens at a table, version by version.

import type { GameEvent, View } from '../boards/board';
import type { Note } from '../types/wire';

/** What one version of the table brought. */
export interface Happened {
  version: number;
  note: Note;
  events: GameEvent[];
  /** The moves of the game before it and after it; fewer after it: the game went back. */
  before: number;
  moves: number;
  /** When it came, for the log. */
  at: number;
}

/** One step to be shown: what happened, and the view after it. */
export interface Step {
  happened: Happened;
  view: View | null;
}
