// Fetches the whole log after joining late or reconnecting: the server sends only recent events.

import { ask, Problem } from '../api/http';
import { historyOf } from '../stage/frames';
import type { ReplaySeen } from '../types/wire';
import type { LiveTable } from './live.svelte';

/** Fetches the missing part of the log. Call this while a component is initialised. */
export function recalling(live: LiveTable): void {
  const needed = $derived(live.view !== null && !live.remembersAll);
  let asking = false;

  $effect(() => {
    void live.version; // try again after a failure with the next version
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
