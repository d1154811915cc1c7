// The zoom of a board, shared by the board and the zoom buttons elsewhere on the page.

import { flushSync } from 'svelte';

const MOST = 4;
const STEP = 1.4;
/** Milliseconds after the last movement until the board is drawn in its new size. */
const REST = 220;

interface Stretch {
  factor: number;
  x: number;
  y: number;
}

export class Zoom {
  scale = $state(1);
  /** The element that shows the board, once mounted. */
  frame = $state.raw<HTMLElement | null>(null);
  readonly most = $derived(this.scale >= MOST);

  /**
   * While fingers or the wheel move, the rendered board is stretched, which is cheap; it is redrawn when they
   * rest. A point p of the frame is shown at factor × p + (x, y).
   */
  stretch = $state.raw<Stretch | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** The zoom once the movement ends. */
  get wanted(): number {
    return this.scale * (this.stretch?.factor ?? 1);
  }

  /** Zoom during a movement, keeping the point (in the frame) in place. */
  glide(wanted: number, x: number, y: number): void {
    const { frame } = this;
    if (frame === null) return;
    const before = this.stretch ?? { factor: 1, x: 0, y: 0 };
    const factor = Math.min(MOST, Math.max(1, wanted)) / this.scale;
    const ratio = factor / before.factor;
    // Never show anything beyond the edge of the board.
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

  /** Redraw the board in its stretched size, keeping everything in place. */
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

  /** Zoom, keeping the point (in the frame) in place. */
  to(wanted: number, x?: number, y?: number): void {
    this.settle();
    const { frame } = this;
    if (frame === null) return;
    x ??= frame.clientWidth / 2;
    y ??= frame.clientHeight / 2;
    const scale = Math.min(MOST, Math.max(1, wanted));
    const ratio = scale / this.scale;
    const [left, top] = [(frame.scrollLeft + x) * ratio - x, (frame.scrollTop + y) * ratio - y];
    // The board must have its new size before it can be scrolled.
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
