// Players who are absent for long: the time, and giving them more of it.

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

function tell(...presence: string[]): void {
  live.presence = presence;
  flushSync();
}

function pass(milliseconds: number): number[] {
  vi.advanceTimersByTime(milliseconds);
  flushSync();
  return gone.seats;
}

test('who is gone for half a minute, and only as long as that lasts', () => {
  tell('here', 'gone', 'bot');
  expect(pass(HALF_A_MINUTE - 1)).toEqual([]);
  expect(pass(1)).toEqual([1]);
  tell('here', 'here', 'bot');
  expect(gone.seats).toEqual([]);
  expect(pass(2 * HALF_A_MINUTE)).toEqual([]);
});

test('the same presence again does not restart the time', () => {
  tell('here', 'gone', 'bot');
  pass(HALF_A_MINUTE - 1);
  tell('away', 'gone', 'bot');
  expect(pass(1)).toEqual([1]);
});

test('who is waited for has as much time again', () => {
  tell('gone', 'gone', 'bot');
  expect(pass(HALF_A_MINUTE)).toEqual([0, 1]);
  gone.wait();
  flushSync();
  expect(gone.seats).toEqual([]);
  expect(pass(HALF_A_MINUTE - 1)).toEqual([]);
  expect(pass(1)).toEqual([0, 1]);
});
