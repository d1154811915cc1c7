// Keeps a growing box scrolled to its end, unless the reader has scrolled up.

/** Pixels from the end that still count as the end. */
const NEAR = 32;

export class End {
  following = $state(true);
  private box: HTMLElement | null = null;

  /** For `{@attach}`. */
  attach = (box: HTMLElement): (() => void) => {
    this.box = box;
    let last = 0;
    const scrolled = (): void => {
      // Only scrolling up leaves the end: content may have been added before this event arrives.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) this.following = true;
      else if (box.scrollTop < last) this.following = false;
      last = box.scrollTop;
    };
    // Fires for new content, for another size, and when the box is shown again.
    const watcher = new ResizeObserver(() => {
      if (this.following) this.go();
    });
    for (const element of [box, ...box.children]) watcher.observe(element);
    box.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      watcher.disconnect();
      box.removeEventListener('scroll', scrolled);
    };
  };

  go(): void {
    this.following = true;
    if (this.box) this.box.scrollTop = this.box.scrollHeight;
  }
}
