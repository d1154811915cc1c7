import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameEvent, View } from '../src/boards/board';
import type { Step } from '../src/stage/steps';
import { Stage } from '../src/stage/stage.svelte';

type Trail = View & { trail: string };

const at = (trail: string): Trail => ({ seat: 0, waiting_for: [], may_act: [], scores: [], ranks: null, trail });
/** Each event leaves its name on the view, and takes as long as it says. */
const board = {
  stage: (view: View, { event }: GameEvent): View => at(`${(view as Trail).trail}${event}`),
  pause: (event: GameEvent): number => event['pause'] as number,
};
const event = (name: string, pause = 100): GameEvent => ({ event: name, clause: '', pause });
const step = (events: GameEvent[], view: string | null): Step => ({
  happened: { version: 1, note: { kind: 'acted' }, events, before: 0, moves: 0, at: 0 },
  view: view === null ? null : at(view),
});
const trail = (stage: Stage): string => (stage.view as Trail).trail;

let hidden = false;
beforeEach(() => {
  hidden = false;
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('events are shown one after the other, and then the true view', async () => {
  const shown: string[] = [];
  const stage = new Stage(
    board,
    at(''),
    () => 1,
    ({ event }) => shown.push(event),
  );
  stage.add(step([event('a'), event('b')], 'ab!'));
  stage.add(step([event('c')], 'abc!'));
  expect([trail(stage), stage.happening?.event, stage.busy]).toEqual(['a', 'a', true]);
  await vi.advanceTimersByTimeAsync(100);
  expect([trail(stage), stage.happening?.event]).toEqual(['ab', 'b']);
  await vi.advanceTimersByTimeAsync(100);
  expect([trail(stage), stage.happening?.event]).toEqual(['ab!c', 'c']);
  await vi.advanceTimersByTimeAsync(100);
  expect([trail(stage), stage.happening, stage.busy]).toEqual(['abc!', null, false]);
  expect(shown).toEqual(['a', 'b', 'c']);
});

test('an event without a pause takes no time and never blocks a choice', () => {
  const stage = new Stage(board, at(''));
  stage.add(step([event('a', 0), event('b', 0)], 'ab!'));
  expect([trail(stage), stage.busy]).toEqual(['ab!', false]);
});

test('without pauses the true view is there at once', () => {
  const stage = new Stage(board, at(''), () => 0);
  stage.add(step([event('a'), event('b')], 'ab!'));
  expect([trail(stage), stage.busy]).toEqual(['ab!', false]);
});

test('a tap skips the queue, and later events are shown again', async () => {
  const stage = new Stage(board, at(''));
  stage.add(step([event('a'), event('b')], 'ab!'));
  stage.add(step([event('c')], 'abc!'));
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect([trail(stage), stage.busy]).toEqual(['abc!', false]);
  stage.add(step([event('d')], 'abcd!'));
  expect([trail(stage), stage.busy]).toEqual(['abc!d', true]);
});

test('skipping while nothing is shown skips nothing', () => {
  const stage = new Stage(board, at(''));
  stage.skip();
  stage.add(step([event('a')], 'a!'));
  expect(stage.busy).toBe(true);
});

test('a long queue is shown within six seconds', async () => {
  const stage = new Stage(board, at(''));
  const many = Array.from({ length: 60 }, () => event('x', 1000));
  stage.add(step(many, 'end'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(trail(stage).length).toBeGreaterThan(20);
  expect(stage.busy).toBe(true);
  await vi.advanceTimersByTimeAsync(3000);
  expect([trail(stage), stage.busy]).toEqual(['end', false]);
});

test('events that arrive while the page is hidden are shown once it is visible', async () => {
  const stage = new Stage(board, at(''));
  hidden = true;
  stage.add(
    step(
      Array.from({ length: 20 }, () => event('x', 1000)),
      'end',
    ),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect([trail(stage), stage.busy]).toEqual(['', true]);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(trail(stage)).toBe('x');
  await vi.advanceTimersByTimeAsync(6000);
  expect([trail(stage), stage.busy]).toEqual(['end', false]);
});

test('a new view ends the animation; two runs never mix', async () => {
  const stage = new Stage(board, at(''));
  stage.add(step([event('a'), event('b')], 'ab!'));
  stage.reset(at('new'));
  expect([trail(stage), stage.busy, stage.happening]).toEqual(['new', false, null]);
  stage.add(step([event('c'), event('d')], 'cd!'));
  expect([trail(stage), stage.happening?.event]).toEqual(['newc', 'c']);
  await vi.advanceTimersByTimeAsync(99);
  expect([trail(stage), stage.busy]).toEqual(['newc', true]);
  await vi.advanceTimersByTimeAsync(1);
  expect(trail(stage)).toBe('newcd');
  await vi.advanceTimersByTimeAsync(100);
  expect([trail(stage), stage.busy]).toEqual(['cd!', false]);
});

test('a screen that is being handed over shows nothing', async () => {
  const stage = new Stage(board, at(''));
  stage.add(step([event('a')], 'a!'));
  stage.reset(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stage.view).toBeNull();
  stage.add(step([event('b')], null));
  expect([stage.view, stage.busy]).toEqual([null, false]);
});

test('events wait until they have been fully shown, and none waits for ever', async () => {
  const stage = new Stage(board, at(''));
  const [a, b, c, d] = [event('a'), event('b', 0), event('c'), event('d')];
  const waiting = (): string => [...stage.waiting].map(({ event }) => event).join('');
  stage.add(step([a, b], 'ab!'));
  expect(waiting()).toBe('ab');
  stage.add(step([c], 'abc!'));
  expect(waiting()).toBe('abc');
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting()).toBe('c');
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting()).toBe('');
  stage.add(step([d], 'd!'));
  expect(waiting()).toBe('d');
  stage.reset(at('new'));
  expect(waiting()).toBe('');
});

test('without pauses nothing waits', () => {
  const stage = new Stage(board, at(''), () => 0);
  stage.add(step([event('a'), event('b')], 'ab!'));
  expect(stage.waiting.size).toBe(0);
});

test('events wait while the page is hidden', async () => {
  const stage = new Stage(board, at(''));
  hidden = true;
  stage.add(step([event('a')], 'a!'));
  expect(stage.waiting.size).toBe(1);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(100);
  expect(stage.waiting.size).toBe(0);
});
