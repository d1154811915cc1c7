// Players who are absent for long: the timeout, and extending it.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longGone, type LongGone } from '../src/live/gone.svelte';
import type { ChairSeen } from '../src/types/wire';

const HALF_A_MINUTE = 31_000;
const person = (name: string): ChairSeen => ({ name, who: 'person' });

let live: { chairs: ChairSeen[]; presence: string[] };
let gone: LongGone;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  const seen: typeof live = $state({
    chairs: [person('Ada'), person('Ben'), { name: 'Wolla', who: 'bot' }],
    presence: ['here', 'here', 'bot'],
  });
  live = seen;
  end = $effect.root(() => {
    gone = longGone(live);
  });
  flushSync();
});

afterEach(() => {
  end();
  vi.useRealTimers();
});

function publish(...presence: string[]): void {
  live.presence = presence;
  flushSync();
}

function pass(milliseconds: number): number[] {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
  return gone.seats;
}

test('a player counts as long gone after half a minute, until they return', () => {
  publish('here', 'gone', 'bot');
  expect(pass(HALF_A_MINUTE - 1)).toEqual([]);
  expect(pass(1)).toEqual([1]);
  publish('here', 'here', 'bot');
  expect(gone.seats).toEqual([]);
  expect(pass(2 * HALF_A_MINUTE)).toEqual([]);
});

test('the same presence again does not restart the timer', () => {
  publish('here', 'gone', 'bot');
  pass(HALF_A_MINUTE - 1);
  publish('away', 'gone', 'bot');
  expect(pass(1)).toEqual([1]);
});

test('waiting gives an absent player the same time again', () => {
  publish('gone', 'gone', 'bot');
  expect(pass(HALF_A_MINUTE)).toEqual([0, 1]);
  gone.wait();
  flushSync();
  expect(gone.seats).toEqual([]);
  expect(pass(HALF_A_MINUTE - 1)).toEqual([]);
  expect(pass(1)).toEqual([0, 1]);
});
