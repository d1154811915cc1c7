// What is shown while things happen: events one by one, each for as long as its board says, and then the true view.
// Nothing is missed, nothing waits for ever: a tap skips, and what piles up is shown faster.

import type { Board, GameEvent, View } from '../boards/board';
import type { Step } from './steps';

/** So many milliseconds after the last news (or after somebody looks again) everything has been shown. */
const LONGEST = 6000;
/** The most that is kept while the page is hidden. */
const MANY = 400;

type Showing = { event: GameEvent } | { view: View; version: number };

/**
 * What the page shows at one instant. Board, seats, prompt, headline and highlights all read it and nothing else, so they
 * never speak of different instants.
 */
export interface Moment {
  /** The position as it is shown. While an event is shown, it waits only for those whom the event does not concern. */
  view: View | null;
  /** The event that is being shown; null when everything has been shown. */
  happening: GameEvent | null;
  /** The version of the table up to which everything has been shown; infinite at rest. */
  version: number;
}

export class Stage {
  moment = $state.raw<Moment>({ view: null, happening: null, version: Infinity });
  busy = $state(false);
  /** What has not been shown to its end: nobody should read of it before. */
  waiting = $state.raw<ReadonlySet<GameEvent>>(new Set());
  /** The seats that the last true view waits for. */
  private asked: number[] = [];
  private now: GameEvent | null = null;
  private queue: Showing[] = [];
  private until = 0;
  private running = false;
  private skipping = false;
  /** Each fresh start has a number, so that what was under way before finds out and stops. */
  private start = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly board: Pick<Board, 'stage' | 'pause'>,
    view: View | null,
    /** 1 is natural, 0 shows nothing in between (somebody wants less motion still sees each event, but not moving). */
    private readonly speed: () => number = () => 1,
    /** Told of each event as it begins to be shown. */
    private readonly onShow: (event: GameEvent) => void = () => {},
  ) {
    this.settle(view);
  }

  get view(): View | null {
    return this.moment.view;
  }

  get happening(): GameEvent | null {
    return this.moment.happening;
  }

  /** A step to be shown after those that wait. */
  add({ happened, view }: Step): void {
    if (!this.running) this.moment = { ...this.moment, version: happened.version - 1 };
    this.queue.push(...happened.events.map((event) => ({ event })));
    if (view !== null) this.queue.push({ view, version: happened.version });
    this.until = Date.now() + LONGEST;
    while (this.queue.length > MANY) this.put(this.queue.shift()!);
    if (!this.running) return void this.run();
    this.hold(this.now);
    const { view: shown, happening } = this.moment;
    if (shown && happening) this.moment = { ...this.moment, view: { ...shown, waiting_for: this.notChosen(shown.waiting_for) } };
  }

  /** A fresh view: what waited is forgotten. */
  reset(view: View | null): void {
    this.start += 1;
    this.queue = [];
    this.running = this.skipping = this.busy = false;
    this.hold(null);
    this.settle(view);
    this.wake?.();
  }

  /** Show where all this leads, at once. */
  skip(): void {
    this.skipping = this.running;
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.running = true;
    const { start } = this;
    let next: Showing | undefined;
    while ((next = this.queue.shift()) !== undefined) {
      if ('event' in next && this.view !== null && this.pause(next.event) > 0) {
        this.busy = true;
        this.hold(next.event);
        if (document.hidden) {
          await this.seen();
          if (start !== this.start) return;
        }
        const pause = this.skipping ? 0 : this.pause(next.event) * this.haste(next.event);
        if (pause > 0) {
          this.put(next);
          this.onShow(next.event);
          await this.rest(pause);
          if (start !== this.start) return;
          continue;
        }
      }
      this.put(next);
    }
    this.moment = { ...this.moment, happening: null, version: Infinity };
    this.running = this.skipping = this.busy = false;
    this.hold(null);
  }

  /** From now on this is shown, and all that is in the queue waits. */
  private hold(now: GameEvent | null): void {
    this.now = now;
    const events = this.queue.flatMap((next) => ('event' in next ? [next.event] : []));
    this.waiting = new Set(now === null ? events : [now, ...events]);
  }

  private put(next: Showing): void {
    if ('view' in next) return this.settle(next.view, next.version);
    if (this.view === null) return;
    const view = { ...this.board.stage(this.view, next.event), waiting_for: this.stillAsked() };
    this.moment = { ...this.moment, view, happening: next.event };
  }

  private settle(view: View | null, version = Infinity): void {
    this.asked = view?.waiting_for ?? [];
    this.moment = { view, happening: null, version };
  }

  /**
   * Whom the game still waits for while a step is shown: those who choose at the same time as others and have not chosen
   * yet. Otherwise a turn has just ended, and nobody is asked before the next view says so.
   */
  private stillAsked(): number[] {
    const after = this.queue.find((next) => 'view' in next)?.view.waiting_for ?? [];
    const fewer = after.length < this.asked.length && after.every((seat) => this.asked.includes(seat));
    return fewer ? this.notChosen(after) : [];
  }

  /** Those of the seats that no later step has moved on: whoever has chosen meanwhile is not asked any more. */
  private notChosen(seats: number[]): number[] {
    const later = this.queue.flatMap((next) => ('view' in next ? [next.view] : []));
    return seats.filter((seat) => later.every(({ waiting_for }) => waiting_for.includes(seat)));
  }

  private pause(event: GameEvent): number {
    return this.board.pause(event) * this.speed();
  }

  /** How much faster than natural, so that all that waits fits. */
  private haste(now: GameEvent): number {
    const waiting = this.queue.reduce((sum, next) => sum + ('event' in next ? this.pause(next.event) : 0), 0);
    return Math.min(1, Math.max(0, this.until - Date.now()) / (this.pause(now) + waiting));
  }

  private rest(milliseconds: number): Promise<void> {
    return this.waken((wake) => {
      const timer = setTimeout(wake, milliseconds);
      return () => clearTimeout(timer);
    });
  }

  /** Until somebody looks at the page again: what happened meanwhile is shown then. */
  private async seen(): Promise<void> {
    await this.waken((wake) => {
      document.addEventListener('visibilitychange', wake, { once: true });
      return () => document.removeEventListener('visibilitychange', wake);
    });
    this.until = Date.now() + LONGEST;
  }

  private waken(wait: (wake: () => void) => () => void): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.wake = null;
        clear();
        resolve();
      };
      const clear = wait(wake);
      this.wake = wake;
    });
  }
}
