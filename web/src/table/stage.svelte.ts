// What is shown while things happen: events one by one, each for as long as its board says, and then the true view.
// Nothing is missed, nothing waits for ever: a tap skips, and what piles up is shown faster.

import type { Board, GameEvent, View } from '../boards/board';
import type { Step } from './live.svelte';

/** At most so many milliseconds for all that waits. */
const LONGEST = 6000;

export class Stage {
  view = $state.raw<View | null>(null);
  happening = $state.raw<GameEvent | null>(null);
  busy = $state(false);
  private steps: Step[] = [];
  private skipping = false;
  private wake: (() => void) | null = null;

  constructor(
    private readonly board: Board,
    view: View | null,
    /** 1 is natural, 0 shows nothing in between (somebody wants less motion still sees each event, but not moving). */
    private readonly speed: () => number = () => 1,
  ) {
    this.view = view;
  }

  /** A step to be shown after those that wait. */
  add(step: Step): void {
    this.steps.push(step);
    if (!this.busy) void this.run();
  }

  /** A fresh view: what waited is forgotten. */
  reset(view: View | null): void {
    this.steps = [];
    this.skip();
    this.view = view;
  }

  /** Show where all this leads, at once. */
  skip(): void {
    this.skipping = this.busy;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.busy = true;
    let step: Step | undefined;
    while ((step = this.steps.shift()) !== undefined) {
      for (const event of step.happened.events) await this.show(event);
      if (step.view !== null) this.view = step.view;
    }
    this.happening = null;
    this.skipping = false;
    this.busy = false;
  }

  private async show(event: GameEvent): Promise<void> {
    if (this.view === null) return;
    const pause = this.skipping ? 0 : this.board.pause(event) * this.haste();
    if (pause > 0) this.happening = event;
    this.view = this.board.stage(this.view, event);
    if (pause > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.wake = null;
    }
  }

  private haste(): number {
    const waiting = this.steps.flatMap(({ happened }) => happened.events);
    const total = waiting.reduce((sum, event) => sum + this.board.pause(event), 0);
    return this.speed() * Math.min(1, LONGEST / Math.max(1, total));
  }
}
