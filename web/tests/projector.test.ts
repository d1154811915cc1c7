// A replay that is stepped through, run and interrupted.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Board, GameEvent, View } from '../src/boards/board';
import { Reel } from '../src/stage/frames';
import { Projector } from '../src/replay/projector.svelte';
import type { Frame } from '../src/types/wire';

const first = { seat: null, waiting_for: [0], may_act: [], scores: [0], ranks: null, count: 0, shown: '' };
const frames: Frame[] = [
  { events: [], patch: [[[], first]], action: null },
  ...[1, 2, 3].map((count) => ({
    events: [{ event: 'counted', clause: 'X-1', count }],
    patch: [
      [['count'], count],
      [['shown'], 'true'],
    ],
    action: `0 count ${count}`,
  })),
];
const board = {
  pause: () => 400,
  stage: (view: View, event: GameEvent) => ({ ...view, shown: `on the way to ${String(event['count'])}` }),
} as unknown as Board;

let projector: Projector;
beforeEach(() => {
  vi.useFakeTimers();
  projector = new Projector(new Reel(frames), board, 0);
});
afterEach(() => vi.useRealTimers());

test('a step forward is staged, and then the true view comes', async () => {
  projector.forward();
  expect(projector.at).toBe(1);
  expect(projector.stage.view).toMatchObject({ count: 0, shown: 'on the way to 1' });
  expect(projector.stage.happening).toMatchObject({ count: 1 });
  await vi.advanceTimersByTimeAsync(400);
  expect(projector.stage.view).toMatchObject({ count: 1, shown: 'true' });
  expect(projector.stage.busy).toBe(false);
});

test('at double speed it takes half as long', async () => {
  projector.speed = 2;
  projector.forward();
  await vi.advanceTimersByTimeAsync(200);
  expect(projector.stage.busy).toBe(false);
});

test('a jump shows the moment at once and drops the animation', async () => {
  projector.forward();
  projector.seek(3);
  expect(projector.stage.view).toMatchObject({ count: 3 });
  projector.back();
  await vi.advanceTimersByTimeAsync(2000);
  expect(projector.at).toBe(2);
  expect(projector.stage.view).toMatchObject({ count: 2 });
});

test('stepping faster than the animation misses no step', async () => {
  projector.forward();
  projector.forward();
  expect(projector.at).toBe(2);
  expect(projector.stage.view).toMatchObject({ count: 1, shown: 'on the way to 2' });
  await vi.advanceTimersByTimeAsync(400);
  expect(projector.stage.view).toMatchObject({ count: 2 });
});

test('there is nothing before the beginning and nothing after the end', () => {
  projector.back();
  expect(projector.at).toBe(0);
  projector.seek(99);
  projector.forward();
  expect(projector.at).toBe(3);
});

test('it stops at the end, and playing then starts over', () => {
  projector.seek(3);
  projector.playing = true;
  projector.next();
  expect(projector.playing).toBe(false);
  projector.toggle();
  expect([projector.playing, projector.at]).toEqual([true, 0]);
});

test('stepping and jumping stop a running replay', () => {
  for (const act of ['forward', 'back'] as const) {
    projector.playing = true;
    projector[act]();
    expect(projector.playing).toBe(false);
  }
});

test('paused in the middle of a step, it stays at that step', async () => {
  projector.toggle();
  projector.next();
  projector.pause();
  expect([projector.playing, projector.at, projector.stage.busy]).toEqual([false, 1, false]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(projector.at).toBe(1);
  expect(projector.stage.view).toMatchObject({ count: 1 });
});
