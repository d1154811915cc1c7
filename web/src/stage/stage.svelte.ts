// Shows events one by one, each for as long as its board says, and then the true view. Every event is shown, and the
// wait is bounded: a tap skips, and a long queue is shown faster.

import type { Board, GameEvent, View } from '../boards/board';
import type { Step } from './steps';

/** Milliseconds after the last step (or after the page becomes visible) until everything has been shown. */
const LONGEST = 6000;
/** The most queued items kept while the page is hidden. */
const LONGEST_QUEUE = 400;

type Showing = { event: GameEvent } | { view: View; version: number };

/**
 * What the page shows at one instant. Board, seats, prompt, headline and highlights all read only this, so they never
 * contradict each other.
 */
export interface Moment {
  /** The view on display. While an event is shown, it waits only for seats that the event does not concern. */
  view: View | null;
  /** The event being shown; null when everything has been shown. */
  happening: GameEvent | null;
  /** The version of the table up to which everything has been shown; infinite at rest. */
  version: number;
}

export class Stage {
  moment = $state.raw<Moment>({ view: null, happening: null, version: Infinity });
  busy = $state(false);
  /** Events that have not been fully shown; the log must not mention them yet. */
  waiting = $state.raw<ReadonlySet<GameEvent>>(new Set());
  /** The seats that the last true view waits for. */
  private asked: number[] = [];
  private now: GameEvent | null = null;
  private queue: Showing[] = [];
  private until = 0;
  private running = false;
  private skipping = false;
  /** Counts resets, so that a run that started before one notices and stops. */
  private start = 0;
  private wake: (() => void) | null = null;

  constructor(
    private readonly board: Pick<Board, 'stage' | 'pause'>,
    view: View | null,
    /** 1 is natural speed; 0 skips to the result (reduced motion still shows each event, without movement). */
    private readonly speed: () => number = () => 1,
    /** Called with each event when its display begins. */
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

  /** Queue a step. */
  add({ happened, view }: Step): void {
    if (!this.running) this.moment = { ...this.moment, version: happened.version - 1 };
    this.queue.push(...happened.events.map((event) => ({ event })));
    if (view !== null) this.queue.push({ view, version: happened.version });
    this.until = Date.now() + LONGEST;
    while (this.queue.length > LONGEST_QUEUE) this.put(this.queue.shift()!);
    if (!this.running) return void this.run();
    this.hold(this.now);
    const { view: shown, happening } = this.moment;
    if (shown && happening) this.moment = { ...this.moment, view: { ...shown, waiting_for: this.notChosen(shown.waiting_for) } };
  }

  /** Show a new view and drop the queue. */
  reset(view: View | null): void {
    this.start += 1;
    this.queue = [];
    this.running = this.skipping = this.busy = false;
    this.hold(null);
    this.settle(view);
    this.wake?.();
  }

  /** Show the final view at once. */
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
          await this.untilVisible();
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

  /** Set the event being shown; everything in the queue waits. */
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
   * The seats that the game still waits for while a step is shown: those that choose simultaneously and have not chosen
   * yet. Otherwise a turn has just ended, and no seat is asked before the next view.
   */
  private stillAsked(): number[] {
    const after = this.queue.find((next) => 'view' in next)?.view.waiting_for ?? [];
    const fewer = after.length < this.asked.length && after.every((seat) => this.asked.includes(seat));
    return fewer ? this.notChosen(after) : [];
  }

  /** The seats that every queued view still waits for: a player who has chosen in the meantime is no longer asked. */
  private notChosen(seats: number[]): number[] {
    const later = this.queue.flatMap((next) => ('view' in next ? [next.view] : []));
    return seats.filter((seat) => later.every(({ waiting_for }) => waiting_for.includes(seat)));
  }

  private pause(event: GameEvent): number {
    return this.board.pause(event) * this.speed();
  }

  /** The factor by which pauses are shortened so that the whole queue fits. */
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

  /** Wait until the page is visible again; what happened in the meantime is shown then. */
  private async untilVisible(): Promise<void> {
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
