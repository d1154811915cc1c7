// How much of the chat has not been read here. It outlives the chat itself, which on a phone comes and goes.

import type { LiveTable } from './live.svelte';

class Unread {
  private read = $state(0);

  constructor(private readonly live: LiveTable) {
    this.read = Number(sessionStorage.getItem(this.key) ?? 0);
  }

  /** Lines of others that nobody has looked at. */
  get count(): number {
    return this.live.chat.filter(({ number, seat }) => number > this.read && !this.live.yours.includes(seat ?? -1)).length;
  }

  /** All that is there has been seen. */
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
