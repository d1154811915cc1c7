// Frames of the server become views, moments and lines.

import { expect, test } from 'vitest';
import type { GameEvent } from '../src/boards/board';
import { currentLine, historyOf, momentAddress, momentAfter, Reel, seatOf } from '../src/stage/frames';
import type { Frame } from '../src/types/wire';

const CHANCE = -1;
const first = { seat: null, waiting_for: [CHANCE], may_act: [], scores: [0, 0], ranks: null, row: ['a'] };
const frames: Frame[] = [
  { events: [], patch: [[[], first]], action: null },
  { events: [{ event: 'fell', clause: 'X-1', die: 3 }], patch: [[['waiting_for', 0], 0]], action: '* roll 3' },
  {
    events: [
      { event: 'laid', clause: 'X-2', seat: 0 },
      { event: 'quiet', clause: 'X-2' },
      { event: 'earned', clause: 'X-3', seat: 0 },
    ],
    patch: [
      [['row', 1], 'b'],
      [['scores', 0], 4],
      [['waiting_for', 0], CHANCE],
    ],
    action: '0 lay b',
  },
  { events: [{ event: 'fell', clause: 'X-1', die: 5 }], patch: [[['waiting_for', 0], 1]], action: '* roll 5' },
  { events: [], patch: [[['waiting_for', 0]], [['ranks'], [1, 2]]], action: '1 pass' },
];
const describeEvent = ({ event }: { event: string }) => (event === 'quiet' ? null : { key: `x.${event}` });

test('each moment has its view, in whatever order they are requested', () => {
  const reel = new Reel(frames);
  expect(reel.last).toBe(4);
  expect(reel.view(4)).toMatchObject({ waiting_for: [], scores: [4, 0], ranks: [1, 2], row: ['a', 'b'] });
  expect(reel.view(0)).toEqual(first);
  expect(reel.view(2)).toMatchObject({ waiting_for: [CHANCE], scores: [4, 0], row: ['a', 'b'] });
  expect(reel.view(1)).toMatchObject({ waiting_for: [0], scores: [0, 0], row: ['a'] });
  expect(reel.view(3)).toBe(reel.view(3));
});

test('views share unchanged parts', () => {
  const reel = new Reel(frames);
  expect(reel.view(3)['row']).toBe(reel.view(2)['row']);
});

test('a step has the events and the view after them', () => {
  const reel = new Reel(frames);
  expect(reel.step(2).happened.events.map(({ event }) => event)).toEqual(['laid', 'quiet', 'earned']);
  expect(reel.step(2).view).toBe(reel.view(2));
});

test('any requested moment is clamped to an existing one', () => {
  const reel = new Reel(frames);
  expect([-3, 2.7, 99, NaN, Infinity].map((at) => reel.clamped(at))).toEqual([0, 2, 4, 0, 0]);
});

test('playing on is possible where a player chooses: not while dice roll, and not after the end', () => {
  const reel = new Reel(frames);
  expect([0, 1, 2, 3, 4].map((at) => reel.canPlayOn(at))).toEqual([false, true, false, true, false]);
  expect([0, 1, 2, 3, 4].map((at) => reel.playOnMoment(at))).toEqual([1, 1, 3, 3, 3]);
  expect(new Reel(frames.slice(0, 1)).playOnMoment(0)).toBeNull();
});

const rest = { waiting: new Set<GameEvent>(), happening: null };

test('lines know their moment, and moments their line', () => {
  const lines = new Reel(frames).lines({ describeEvent }, [], {});
  expect(lines.map(({ at, phrase }) => [at, phrase.key])).toEqual([
    [1, 'x.fell'],
    [2, 'x.laid'],
    [2, 'x.earned'],
    [3, 'x.fell'],
  ]);
  expect([0, 1, 2, 3, 4].map((at) => currentLine(lines, at, rest))).toEqual([-1, 0, 2, 3, 3]);
  expect(currentLine([], 3, rest)).toBe(-1);
});

test('while a step is shown, the current line is that of the event being shown', () => {
  const lines = new Reel(frames).lines({ describeEvent }, [], {});
  const [, laid, earned] = lines.map(({ event }) => event!);
  const during = (happening: GameEvent, waiting: GameEvent[]): number =>
    currentLine(lines, 2, { waiting: new Set(waiting), happening });
  expect(during(laid!, [laid!, earned!])).toBe(1);
  expect(during(earned!, [earned!])).toBe(2);
  // An event without a line does not run ahead either.
  const wordless = { event: 'drawn', clause: '' };
  expect(during(wordless, [wordless, laid!, earned!])).toBe(0);
});

test('the address of a moment names the seat, and keeps the invitation after #', () => {
  expect(momentAddress('T1', 12, null, '')).toBe('/replay/T1?at=12');
  expect(momentAddress('T1', 12, 0, 'secret')).toBe('/replay/T1?at=12&seat=0#secret');
});

test('an address may ask for a seat, for a spectator, or for nothing', () => {
  expect(seatOf(new URLSearchParams(''))).toBeUndefined();
  expect(seatOf(new URLSearchParams('seat=2'))).toBe(2);
  expect(seatOf(new URLSearchParams('seat=all'))).toBeNull();
});

test('a replay makes the log of the whole game: the set-up, then each move with all it led to', () => {
  const event = (count: number) => ({ event: 'counted', clause: 'X-1', count });
  const seen = {
    ...{ game: 'g', names: ['Ada', 'Bob'], seat: null, opening: 1 },
    frames: [0, 1, 2, 3, 4].map((count) => ({ events: count ? [event(count)] : [], patch: [], action: null })),
    moves: [
      { version: 7, seat: 1, frame: 3 },
      { version: 9, seat: 0, frame: 4 },
    ],
  };
  const history = historyOf(seen).map(({ version, note, events, before, moves }) => [
    version,
    note.kind,
    note.seat,
    events.map((one) => one['count']),
    before,
    moves,
  ]);
  expect(history).toEqual([
    [0, 'begun', undefined, [1], 0, 0],
    [7, 'acted', 1, [2, 3], 0, 1],
    [9, 'acted', 0, [4], 1, 2],
  ]);
  expect([0, 1, 2].map((count) => momentAfter(seen, count))).toEqual([1, 3, 4]);
});
