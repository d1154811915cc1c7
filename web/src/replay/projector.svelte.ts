// Plays a reel: one moment, step by step, or running. Steps forward show all their events; jumps show none.

import type { Board } from '../boards/board';
import { Stage } from '../stage/stage.svelte';
import type { Reel } from '../stage/frames';

export const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds between two steps of a running replay, at natural speed. */
const BREATH = 700;

export class Projector {
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  readonly stage: Stage;

  constructor(
    readonly reel: Reel,
    board: Board,
    at: number,
  ) {
    this.stage = new Stage(board, null, () => 1 / this.speed);
    this.show(at);
  }

  get last(): number {
    return this.reel.last;
  }

  get breath(): number {
    return BREATH / this.speed;
  }

  /** Jump to a moment, dropping any animation. */
  seek(at: number): void {
    this.playing = false;
    this.show(at);
  }

  /** Stop at the moment that is shown or being animated. */
  pause(): void {
    this.seek(this.at);
  }

  back(): void {
    this.seek(this.at - 1);
  }

  forward(): void {
    this.playing = false;
    this.next();
  }

  /** Show the next step; stop at the end. */
  next(): void {
    if (this.at >= this.last) {
      this.playing = false;
      return;
    }
    if (this.stage.busy) this.show(this.at);
    this.at += 1;
    this.stage.add(this.reel.step(this.at));
  }

  toggle(): void {
    if (!this.playing && this.at >= this.last) this.show(0);
    this.playing = !this.playing;
  }

  private show(at: number): void {
    this.at = this.reel.clamped(at);
    this.stage.reset(this.reel.view(this.at));
  }
}
