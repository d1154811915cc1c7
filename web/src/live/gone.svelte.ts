// Who has not been here for so long that the others may go on without them.

import { untrack } from 'svelte';
import type { LiveTable } from './live.svelte';

/** Milliseconds; the server wants half a minute. */
const PATIENCE = 31_000;

export interface LongGone {
  /** Their seats. */
  readonly seats: number[];
  /** They are given as much time again. */
  wait(): void;
}

/** To be called while a component is made, which then looks after the time. */
export function longGone(live: Pick<LiveTable, 'chairs' | 'presence'>): LongGone {
  let late = $state.raw<number[]>([]);
  let waited = $state(0);
  const isGone = (seat: number): boolean => live.chairs[seat]?.who === 'person' && live.presence[seat] === 'gone';
  // A text: lists of the same seats would be different ones, and the time would begin anew with every message.
  const gone = $derived([...live.chairs.keys()].filter(isGone).join(' '));

  $effect(() => {
    void waited;
    const seats = gone.split(' ').filter(Boolean).map(Number);
    late = untrack(() => late.filter((seat) => seats.includes(seat)));
    const timer = setTimeout(() => (late = seats), PATIENCE);
    return () => clearTimeout(timer);
  });

  return {
    get seats() {
      return late;
    },
    wait() {
      late = [];
      waited += 1;
    },
  };
}
