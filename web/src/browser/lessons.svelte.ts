// How far the player of this browser has come in the lessons, and for which games a lesson has been offered.

export interface Progress {
  /** The current step, counted from 0. */
  at: number;
  /** The current step is the end. */
  ended: boolean;
  /** The lesson has been finished at least once. */
  done: boolean;
  /** The player has been asked whether to learn the game or to play right away. */
  offered: boolean;
}

const KEY = 'sheepfold.lessons';
const NEW: Progress = { at: 0, ended: false, done: false, offered: false };

function kept(): Record<string, Partial<Progress>> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, Partial<Progress>>;
  } catch {
    return {};
  }
}

class Lessons {
  private all = $state.raw(kept());

  of(game: string): Progress {
    return { ...NEW, ...this.all[game] };
  }

  keep(game: string, change: Partial<Progress>): void {
    // Another tab may have kept something meanwhile.
    this.all = kept();
    this.all = { ...this.all, [game]: { ...this.of(game), ...change } };
    localStorage.setItem(KEY, JSON.stringify(this.all));
  }
}

export const lessons = new Lessons();
