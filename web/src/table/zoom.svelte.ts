// How large a board is shown. What shows it and the buttons for it are at different places of the page.

import { flushSync } from 'svelte';

const MOST = 4;
const STEP = 1.4;

export class Zoom {
  scale = $state(1);
  /** Where the board is shown, once it is. */
  frame = $state.raw<HTMLElement | null>(null);
  readonly most = $derived(this.scale >= MOST);

  /** Zoom so that the point (in the frame) stays where it is. */
  to(wanted: number, x?: number, y?: number): void {
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
