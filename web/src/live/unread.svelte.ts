// Counts unread chat messages. It outlives the chat component, which phones show only on request.

import type { LiveTable } from './live.svelte';

class Unread {
  private read = $state(0);

  constructor(private readonly live: LiveTable) {
    this.read = Number(sessionStorage.getItem(this.key) ?? 0);
  }

  /** Unread messages from others. */
  get count(): number {
    return this.live.chat.filter(({ number, seat }) => number > this.read && !this.live.yours.includes(seat ?? -1)).length;
  }

  /** Mark all messages as read. */
  clear(): void {
    const last = this.live.chat.at(-1)?.number ?? 0;
    if (last <= this.read) return;
    this.read = last;
    sessionStorage.setItem(this.key, `${last}`);
  }

  private get key(): string {
    return `sheepfold.read.${this.live.id}`;
  }
}

const kept = new WeakMap<LiveTable, Unread>();

export function unreadOf(live: LiveTable): Unread {
  let unread = kept.get(live);
  if (unread === undefined) kept.set(live, (unread = new Unread(live)));
  return unread;
}
