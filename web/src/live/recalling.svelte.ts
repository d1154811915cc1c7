// The log of a table that somebody comes to late, or comes back to: the server sends only what happened lately.

import { ask, Problem } from '../api/http';
import { historyOf } from '../stage/frames';
import type { ReplaySeen } from '../types/wire';
import type { LiveTable } from './live.svelte';

/** Fetches what the log lacks. To be called while a component is made. */
export function recalling(live: LiveTable): void {
  const needed = $derived(live.view !== null && !live.remembersAll);
  let asking = false;

  $effect(() => {
    void live.version; // what failed is tried again when something happens
    if (needed && !asking) void recall();
  });

  async function recall(): Promise<void> {
    asking = true;
    const { seat } = live;
    try {
      const from = seat === null ? '' : `?seat=${seat}`;
      const seen = await ask<ReplaySeen>(`/tables/${live.id}/replay${from}`, { invitation: live.invitation });
      if (live.seat === seat && !live.blind) live.recall(historyOf(seen));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    } finally {
      asking = false;
    }
  }
}
