// How large a board is shown. What shows it and the buttons for it are at different places of the page.

import { flushSync } from 'svelte';

const MOST = 4;
const STEP = 1.4;
/** So many milliseconds after the last movement the board is drawn in its new size. */
const REST = 220;

interface Stretch {
  factor: number;
  x: number;
  y: number;
}

export class Zoom {
  scale = $state(1);
  /** Where the board is shown, once it is. */
  frame = $state.raw<HTMLElement | null>(null);
  readonly most = $derived(this.scale >= MOST);

  /**
   * While fingers or the wheel move, the picture of the board is stretched, which costs next to nothing; it is redrawn
   * when they rest. What is at (p) in the frame is shown at (factor × p + (x, y)).
   */
  stretch = $state.raw<Stretch | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** How large it will be when everything rests. */
  get wanted(): number {
    return this.scale * (this.stretch?.factor ?? 1);
  }

  /** Zoom as fingers or the wheel go, so that the point (in the frame) stays where it is. */
  glide(wanted: number, x: number, y: number): void {
    const { frame } = this;
    if (frame === null) return;
    const before = this.stretch ?? { factor: 1, x: 0, y: 0 };
    const factor = Math.min(MOST, Math.max(1, wanted)) / this.scale;
    const ratio = factor / before.factor;
    // Nothing beyond the edge of the board comes into the frame.
    const within = (shift: number, scrolled: number, whole: number, room: number): number =>
      Math.min(factor * scrolled, Math.max(room - factor * (whole - scrolled), shift));
    this.stretch = {
      factor,
      x: within(x - ratio * (x - before.x), frame.scrollLeft, this.scale * frame.clientWidth, frame.clientWidth),
      y: within(y - ratio * (y - before.y), frame.scrollTop, this.scale * frame.clientHeight, frame.clientHeight),
    };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), REST);
  }

  /** Draw it as large as it was stretched, everything staying where it is. */
  private settle(): void {
    const { frame, stretch } = this;
    clearTimeout(this.timer);
    if (stretch === null) return;
    const { factor, x, y } = stretch;
    const [left, top] = frame ? [factor * frame.scrollLeft - x, factor * frame.scrollTop - y] : [0, 0];
    flushSync(() => {
      this.scale *= factor;
      this.stretch = null;
    });
    frame?.scrollTo(left, top);
  }

  /** Zoom so that the point (in the frame) stays where it is. */
  to(wanted: number, x?: number, y?: number): void {
    this.settle();
    const { frame } = this;
    if (frame === null) return;
    x ??= frame.clientWidth / 2;
    y ??= frame.clientHeight / 2;
    const scale = Math.min(MOST, Math.max(1, wanted));
    const ratio = scale / this.scale;
    const [left, top] = [(frame.scrollLeft + x) * ratio - x, (frame.scrollTop + y) * ratio - y];
    // It must have its new size before it can be scrolled there.
    flushSync(() => (this.scale = scale));
    frame.scrollTo(left, top);
  }

  in(): void {
    this.to(this.scale * STEP);
  }

  out(): void {
    this.to(this.scale / STEP);
  }

  fit(): void {
    this.to(1);
  }
}
