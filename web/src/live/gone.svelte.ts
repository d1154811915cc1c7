// Players who have been absent for so long that the others may continue without them.

import { untrack } from 'svelte';
import type { LiveTable } from './live.svelte';

/** Milliseconds; the server requires half a minute. */
const PATIENCE = 31_000;

export interface LongGone {
  /** Their seats. */
  readonly seats: number[];
  /** Wait for them once more. */
  wait(): void;
}

/** Call this while a component is initialised; it runs the timer. */
export function longGone(live: Pick<LiveTable, 'chairs' | 'presence'>): LongGone {
  let late = $state.raw<number[]>([]);
  let waited = $state(0);
  const isGone = (seat: number): boolean => live.chairs[seat]?.who === 'person' && live.presence[seat] === 'gone';
  // Keep the same array for the same seats: otherwise every message would restart the timer.
  let last: number[] = [];
  const gone = $derived.by(() => {
    const seats = [...live.chairs.keys()].filter(isGone);
    if (seats.length !== last.length || seats.some((seat, index) => seat !== last[index])) last = seats;
    return last;
  });

  $effect(() => {
    void waited;
    const seats = gone;
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
