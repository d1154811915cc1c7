// The board of Haste Bock?: its words, events and fields, and that it offers exactly the legal actions.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardProps, Components, Preview, GameEvent } from '../src/boards/board';
import { board } from '../src/boards/haste-bock';
import { outcomeOf } from '../src/boards/haste-bock/outcome';
import {
  along,
  edgeSpot,
  lineOf,
  MARGIN,
  MEADOW,
  ray,
  rowAt,
  rowBox,
  runOf,
  spotOf,
  stopOf,
  stretch,
  turned,
} from '../src/boards/haste-bock/layout';
import { edgeOf, offersOf, otherOf, targetsOf, targetOf } from '../src/boards/haste-bock/offers';
import { colourNumber, goalOf, slotsOf, trackOf } from '../src/boards/haste-bock/parts';
import { nextPhrase } from '../src/boards/haste-bock/phrases';
import type { GameEvent as OwnEvent, HasteBockView, Player as Hand, Sheep } from '../src/types/haste-bock';
import { say } from '../src/words/words.svelte';
import { expectCalm, expectSentence, reached, shown, type Page } from './boards';
import { LANGUAGES, speak } from './languages';

const components = JSON.parse(readFileSync('../src/sheepfold/games/haste_bock/components.json', 'utf8')) as Components;
const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: [2, 0, 3][seat]! }));
const CELLS = [...'abcdefghi'].flatMap((column) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => `${column}${row}`));

const flock = (text: string): Sheep[] =>
  text
    .split(' ')
    .map((one) => ({ colour: { b: 'blue', y: 'yellow', g: 'green', r: 'red', k: 'black' }[one[0]!]!, cell: one.slice(1) }));
const hand = (colour: string, changes: Partial<Hand> = {}): Hand => ({
  colour,
  cards: {
    step1: 1,
    step2: 1,
    ram2: 1,
    ram3: 1,
    leap3: 1,
    diagonal1: 1,
    diagonal2: 1,
    straight1: 1,
    straight2: 1,
    trough3: 2,
    turn1: 1,
  },
  movement: { 1: 1, 2: 1, 3: 1 },
  ...changes,
});

const seen = (changes: Partial<HasteBockView> = {}): HasteBockView => ({
  game: 'haste-bock',
  seat: 0,
  waiting_for: [0],
  may_act: [],
  scores: [3, 3, 0],
  ranks: null,
  phase: 'playing',
  flock: flock('bb8 bf2 yd7 yd2 gf5 gg3 rh5 rb3 kc5'),
  facing: 'n',
  stone: 20,
  track_phase: 2,
  table: [hand('blue'), hand('yellow'), hand('green', { cards: {}, movement: {} })],
  start: 0,
  active: 0,
  throw: null,
  die: null,
  steps: 0,
  banned_trough: null,
  banned_side: null,
  rows: [0, 4, 3, 0, 2, 0, 1, 0, 0],
  worth: [4, 3, 3],
  ...changes,
});

/** All legal actions there, as the server lists them. */
const LEGAL: Record<string, string> = {
  step: 'b8 e, b8 n, b8 ne, b8 nw, b8 s, b8 se, b8 sw, b8 w, f2 e, f2 n, f2 nw, f2 s, f2 se, f2 sw, f2 w',
  ram: 'b8 s 1, b8 se 1, f2 n 1, f2 ne 1, f2 nw 1, f2 w 1',
  leap: 'b8 s 1, b8 se 1, f2 n 1, f2 ne 1, f2 nw 1, f2 w 1',
  diagonal:
    'a2 ne, a2 sw, a3 ne, a3 sw, a4 ne, a4 nw, a4 se, a4 sw, a5 nw, a5 se, a7 ne, a7 nw, a7 se, a7 sw, a9 nw, a9 se, b1 ne, b1 sw, b9 nw, b9 se, c1 ne, c1 sw, d1 ne, d1 sw, d9 nw, d9 se, e1 ne, e1 sw',
  straight: '2 e, 2 w, 3 e, 3 w, 5 e, 5 w, 7 e, 7 w, 8 e, 8 w, b n, b s, c n, c s, d n, d s, f n, f s, g n, g s, h n, h s',
  trough: 'e, n, s, w',
  turn: 'left, right',
};
const plays = (...cards: string[]): string[] =>
  cards.flatMap((card) => LEGAL[card.replace(/\d/, '')]!.split(', ').map((way) => `${card} ${way}`));
const ALL = plays(
  'step1',
  'step2',
  'ram2',
  'ram3',
  'leap3',
  'diagonal1',
  'diagonal2',
  'straight1',
  'straight2',
  'trough3',
  'turn1',
);

const counted = (cell: string, row: number | null, neighbour: string | null, points: number) => ({
  colour: 'blue',
  cell,
  row,
  neighbour,
  points,
});
const EVENTS: OwnEvent[] = [
  { event: 'flockplaced', rows: 'rbg ykr bgy', clause: 'HB-1.3' },
  { event: 'startchosen', seat: 1, clause: 'HB-1.8' },
  { event: 'dierolled', seat: 1, colour: 'white', clause: 'HB-3.1' },
  { event: 'dierolled', seat: 1, colour: 'red', clause: 'HB-4.4' },
  { event: 'ramlapsed', seat: 1, colour: 'red', clause: 'HB-3.3' },
  { event: 'sheepmoved', seat: 0, what: 'step', card: 1, moves: [{ colour: 'blue', start: 'b8', end: 'b9' }], clause: 'HB-5.1' },
  {
    ...{ event: 'sheepmoved', seat: 1, what: 'ram', card: null, clause: 'HB-2.2' },
    moves: [
      { colour: 'yellow', start: 'd2', end: 'e2' },
      { colour: 'blue', start: 'f2', end: 'g2' },
    ],
  },
  { event: 'sheepmoved', seat: 0, what: 'leap', card: 3, moves: [{ colour: 'blue', start: 'b8', end: 'b2' }], clause: 'HB-5.3' },
  {
    ...{ event: 'sheepmoved', seat: 0, what: 'trough', card: 3, clause: 'HB-5.7' },
    moves: [
      { colour: 'blue', start: 'f2', end: 'f4' },
      { colour: 'green', start: 'f5', end: 'f8' },
    ],
  },
  { event: 'flockturned', seat: 0, card: 1, side: 'left', facing: 'w', clause: 'HB-5.9' },
  { event: 'flockturned', seat: 0, card: 1, side: 'right', facing: 'e', clause: 'HB-5.9' },
  { event: 'carddiscarded', seat: 0, card: 'leap3', clause: 'HB-4.6' },
  { event: 'movementplayed', seat: 0, steps: 2, clause: 'HB-9.3' },
  { event: 'stonemoved', start: 20, end: 23, lost: 0, clause: 'HB-4.2' },
  { event: 'stonemoved', start: 36, end: 37, lost: 2, clause: 'HB-6.2' },
  ...[1, 2, 3, 4].map((number) => ({ event: 'phasebegun' as const, number, clause: 'HB-6.1' })),
  { event: 'scored', seat: 0, points: 2, sheep: [counted('b8', null, 'b7', 2)], total: 5, clause: 'HB-7.1' },
  {
    event: 'scored',
    seat: 0,
    points: 5,
    sheep: [counted('b8', 1, null, 4), counted('f2', 4, null, 1)],
    total: 8,
    clause: 'HB-7.2',
  },
  {
    event: 'scored',
    seat: 0,
    points: 0,
    sheep: [counted('b8', null, 'c5', 0), counted('f2', null, 'c5', 0)],
    total: 3,
    clause: 'HB-7.3',
  },
  {
    event: 'scored',
    seat: 0,
    points: 1,
    sheep: [counted('b8', 6, null, 0), counted('f2', 4, null, 1)],
    total: 4,
    clause: 'HB-7.4',
  },
  { event: 'panicbegun', seat: 1, field: 16, clause: 'HB-4.4' },
  { event: 'penaltypaid', seat: 1, cards: 2, points: 0, total: 0, clause: 'HB-9.4' },
  { event: 'penaltypaid', seat: 1, cards: 2, points: -3, total: 0, clause: 'HB-9.4' },
  { event: 'gameended', ranks: [2, 1, 3], clause: 'HB-8.1' },
  { event: 'gameended', ranks: [1, 1, 3], clause: 'HB-8.1' },
];
const anyEvent = (event: OwnEvent): GameEvent => event as unknown as GameEvent;
const staged = (view: HasteBockView, ...events: OwnEvent[]): HasteBockView =>
  events.reduce((shown, event) => board.stage(shown, anyEvent(event)), view);

describe.each(LANGUAGES)('in words (%s)', (language) => {
  beforeEach(() => speak(language));

  test.each(EVENTS.map((event, number) => [`${event.event} ${event.clause} (${number})`, event] as const))('%s', (_, event) => {
    expectSentence(board.describeEvent(anyEvent(event), players, components));
  });

  test('every event says another thing', () => {
    const lines = EVENTS.map((event) => say(board.describeEvent(anyEvent(event), players, components)!));
    expect(new Set(lines).size).toBe(EVENTS.length);
  });

  const die = (colour: string, why: HasteBockView['throw']): Partial<HasteBockView> => ({
    phase: 'ramming',
    die: colour,
    throw: why,
  });
  const PROMPTS: [string, Partial<HasteBockView>, string[], string][] = [
    ...[0, 1, 2, 3, 4].map((phase): [string, Partial<HasteBockView>, string[], string] => [
      `phase ${phase}`,
      { track_phase: phase },
      ALL,
      '',
    ]),
    ...Object.keys(LEGAL).map((kind): [string, Partial<HasteBockView>, string[], string] => [
      kind,
      {},
      plays(`${kind}1`),
      `${kind}1`,
    ]),
    ...Object.keys(LEGAL).map((kind): [string, Partial<HasteBockView>, string[], string] => [
      `${kind}, whole`,
      {},
      plays(`${kind}1`),
      plays(`${kind}1`)[0]!,
    ]),
    ['a sheep is chosen', {}, ALL, 'ram2 f2'],
    ...['red', 'blue', 'yellow', 'green', 'black', 'white'].map((colour): [string, Partial<HasteBockView>, string[], string] => [
      `a scramble: ${colour}`,
      die(colour, 'scramble'),
      plays('ram'),
      '',
    ]),
    ['a panic', die('black', 'panic'), plays('ram'), ''],
    ['whom to ram', die('white', 'panic'), plays('ram'), 'ram f2'],
    ['ramming', die('white', 'panic'), plays('ram'), 'ram f2 n 1'],
    ['discarding', {}, ['discard leap3', 'discard ram2'], ''],
    ['this is discarded', {}, ['discard leap3'], 'discard leap3'],
    ['a movement card', { phase: 'walking', steps: 2 }, ['walk 1', 'walk 2'], ''],
    ['perhaps a movement card', { phase: 'walking', steps: 2 }, ['walk 0', 'walk 1'], 'walk 1'],
    ['something new', {}, ['yodel'], ''],
    ['the game waits for no one', { waiting_for: [-1], phase: 'rolling' }, [], ''],
    ...['ramming', 'playing', 'walking', 'yodelling'].map((phase): [string, Partial<HasteBockView>, string[], string] => [
      `another one is ${phase}`,
      { waiting_for: [1], phase },
      [],
      '',
    ]),
    ['I won', { waiting_for: [], ranks: [1, 2, 3] }, [], ''],
    ['another one won', { waiting_for: [], ranks: [2, 1, 3] }, [], ''],
    ['I look on', { seat: null, waiting_for: [1] }, [], ''],
  ];
  test.each(PROMPTS)('the prompt: %s', (_, changes, legal, draft) => {
    const text = expectSentence(board.prompt({ view: seen(changes), legal, draft, players }));
    // Three lines of a phone.
    expect(text.length).toBeLessThanOrEqual(86);
  });

  test.each([
    ['to the player who rams', { waiting_for: [0] }, plays('ram')],
    ['to the others', { waiting_for: [1] }, []],
  ])('the status line says %s what the die was thrown for', (_, changes, legal) => {
    const line = (why: HasteBockView['throw']): string =>
      say(board.prompt({ view: seen({ ...die('red', why), ...changes }), legal, draft: '', players }));
    expect(line('scramble')).toMatch(/^(Scramble|Gerangel)\. /);
    expect(line('panic')).toMatch(/^(Panic|Panik)\. /);
    expect(line(null)).not.toMatch(/^(Scramble|Gerangel|Panic|Panik)/);
  });

  test('the meadow is described', () => {
    const said = board.describeTable(seen({ ranks: [2, 1, 3] }), players, components).map(expectSentence);
    expect(said.join(' ')).toMatch(/Thea .*c5.*/);
    expect(said.join(' ')).toMatch(/Ben.* d7 \S+ d2/);
    expect(said).toContain(say({ key: 'hb.describe.start', values: { name: 'Ada' } }));
    for (const facing of ['n', 'e', 's', 'w'])
      board.describeTable(seen({ facing, track_phase: 4, stone: 60 }), players, components).forEach(expectSentence);
    board.describeTable(seen({ stone: 0, track_phase: 0, seat: null }), players, {}).forEach(expectSentence);
    expect(board.describeTable(seen({ flock: [] }), players, components)).toEqual([]);
  });

  test('facts have labels', () => {
    for (const { seat } of players)
      for (const { label } of board.facts(seen(), seat)) expect(say(label)).not.toMatch(/\bhb\.|undefined/);
    expect(board.facts(seen(), 0).map(({ icon, count }) => [icon, count])).toEqual([
      ['card', 12],
      ['clock', 3],
    ]);
    expect(board.facts(seen(), 2).map(({ count }) => count)).toEqual([0]);
    expect(board.facts(seen(), 7)).toEqual([]);
  });
});

describe('events leave their mark', () => {
  test('the flock is placed in the middle, in the order of views', () => {
    const { flock: placed } = staged(seen({ flock: [] }), { event: 'flockplaced', rows: 'rbg ykr bgy', clause: 'HB-1.3' });
    expect(placed).toEqual(flock('be6 bd4 yd5 yf4 gf6 ge4 rd6 rf5 ke5'));
  });

  test('sheep move all at once, each from where it was, and the card is played', () => {
    const view = staged(seen(), {
      ...{ event: 'sheepmoved', seat: 0, what: 'straight', card: 2, clause: 'HB-5.5' },
      moves: [
        { colour: 'yellow', start: 'd2', end: 'f2' },
        { colour: 'blue', start: 'f2', end: 'g2' },
      ],
    });
    expect(view.flock.map(({ cell }) => cell)).toEqual(['b8', 'g2', 'd7', 'f2', 'f5', 'g3', 'h5', 'b3', 'c5']);
    expect(view.table[0]!.cards).not.toHaveProperty('straight2');
    expect([view.rows, view.worth]).toEqual([[], []]);
  });

  test('one of two equal cards stays', () => {
    const trough: OwnEvent = { event: 'sheepmoved', seat: 0, what: 'trough', card: 3, moves: [], clause: 'HB-5.7' };
    expect(staged(seen(), trough).table[0]!.cards['trough3']).toBe(1);
    expect(staged(seen(), trough, trough).table[0]!.cards).not.toHaveProperty('trough3');
  });

  test('a ram by the die takes no card, and the die is away', () => {
    const chosen = staged(seen({ start: null }), { event: 'startchosen', seat: 1, clause: 'HB-1.8' });
    expect([chosen.start, chosen.throw]).toEqual([1, 'scramble']);
    expect(staged(seen(), { event: 'panicbegun', seat: 1, field: 16, clause: 'HB-4.4' }).throw).toBe('panic');
    const rolled = staged(seen({ active: null }), { event: 'dierolled', seat: 1, colour: 'red', clause: 'HB-4.4' });
    expect([rolled.active, rolled.die]).toEqual([1, 'red']);
    const rammed = staged(rolled, { event: 'sheepmoved', seat: 1, what: 'ram', card: null, moves: [], clause: 'HB-2.2' });
    expect([rammed.die, rammed.table]).toEqual([null, rolled.table]);
    expect(staged(rolled, { event: 'ramlapsed', seat: 1, colour: 'red', clause: 'HB-3.3' }).die).toBeNull();
  });

  test('turning, discarding, time, phases, points', () => {
    const view = staged(
      seen(),
      { event: 'flockturned', seat: 0, card: 1, side: 'left', facing: 'w', clause: 'HB-5.9' },
      { event: 'carddiscarded', seat: 1, card: 'leap3', clause: 'HB-4.6' },
      { event: 'movementplayed', seat: 1, steps: 2, clause: 'HB-9.3' },
      { event: 'stonemoved', start: 20, end: 38, lost: 0, clause: 'HB-4.2' },
      { event: 'phasebegun', number: 3, clause: 'HB-6.1' },
      { event: 'scored', seat: 1, points: 4, sheep: [], total: 7, clause: 'HB-7.3' },
      { event: 'penaltypaid', seat: 0, cards: 1, points: -2, total: 1, clause: 'HB-9.4' },
    );
    expect(view).toMatchObject({ facing: 'w', stone: 38, track_phase: 3, scores: [1, 7, 0] });
    expect(view.table[0]!.cards).not.toHaveProperty('turn1');
    expect(view.table[1]!.cards).not.toHaveProperty('leap3');
    expect(view.table[1]!.movement).toEqual({ 1: 1, 3: 1 });
  });

  test('the view before stays as it was, and no event is looked at for too long', () => {
    expectCalm(board, seen(), EVENTS.map(anyEvent), players);
  });

  test('seats have the colours of their sheep', () => {
    expect(players.map(({ seat }) => board.colour!(seen(), seat))).toEqual([2, 0, 3]);
    expect(colourNumber('black')).toBe(4);
  });
});

describe('the meadow and the path', () => {
  test('a1 is at the bottom left, and every field has a place of its own', () => {
    expect(spotOf('a1')).toEqual({ x: 30, y: MEADOW - 30 });
    expect(spotOf('i9')).toEqual({ x: MEADOW - 30, y: 30 });
    expect(new Set(CELLS.map((cell) => JSON.stringify(spotOf(cell)))).size).toBe(81);
  });

  test('ways, rays and lines', () => {
    expect(along('c3', 'ne')).toBe('d4');
    expect(along('c3', 'sw', 3)).toBeNull();
    expect(ray('g7', 'ne')).toEqual(['h8', 'i9']);
    expect(lineOf('4', 'w')).toEqual([...'ihgfedcba'].map((column) => `${column}4`));
    expect(lineOf('c', 's').at(-1)).toBe('c1');
    expect(lineOf('a7', 'ne')).toEqual(['a7', 'b8', 'c9']);
    expect(lineOf('a7', 'nw')).toEqual(['g1', 'f2', 'e3', 'd4', 'c5', 'b6', 'a7']);
    expect(['n', 'e', 's', 'w'].map((facing) => turned(facing, 'left') + turned(facing, 'right'))).toEqual([
      'we',
      'ns',
      'ew',
      'sn',
    ]);
  });

  test('rows are counted from the edge that is faced', () => {
    expect(rowBox('n', 0)).toMatchObject({ x: 0, y: 0, width: MEADOW });
    expect(rowBox('s', 0).y).toBe(MEADOW - 60);
    expect(rowBox('w', 0)).toMatchObject({ x: 0, y: 0, height: MEADOW });
    expect(rowBox('e', 0).x).toBe(MEADOW - 60);
    for (const facing of ['n', 'e', 's', 'w'])
      for (const cell of CELLS) {
        const { x, y, width, height } = rowBox(facing, rowAt(facing, cell));
        const spot = spotOf(cell);
        expect(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height).toBe(true);
      }
    expect(edgeSpot('e', 10)).toEqual({ x: MEADOW + 10, y: MEADOW / 2 });
  });

  test('74 fields and a start, all on the path, evenly, none on another', () => {
    const stops = Array.from({ length: 75 }, (_, field) => stopOf(field, 74));
    expect(new Set(stops.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(75);
    for (const { x, y } of stops) {
      expect(Math.max(Math.abs(x - MEADOW / 2), Math.abs(y - MEADOW / 2))).toBeCloseTo(MEADOW / 2 + 27);
      expect(Math.abs(x - MEADOW / 2)).toBeLessThan(MEADOW / 2 + MARGIN);
    }
    expect(stretch(12.5, 37.5, 74).split('L')).toHaveLength(3);
    expect([0, 20, 40, 60, 74].map((field) => runOf(field, 74))).toEqual([
      { x: 1, y: 0 },
      { x: 0, y: 1 },
      { x: -1, y: 0 },
      { x: 0, y: -1 },
      { x: 0, y: -1 },
    ]);
    // Points beyond the last field stay on it.
    expect(stopOf(90, 74)).toEqual(stopOf(74.5, 74));
  });

  test('the components say what is where', () => {
    const track = trackOf(components);
    expect(track).toMatchObject({ length: 74, walls: [24, 61], pens: [37, 74] });
    expect([0, 24, 25, 36, 37, 61, 62, 74].map((stone) => goalOf(track, stone)?.field)).toEqual([
      24,
      24,
      37,
      37,
      61,
      61,
      74,
      undefined,
    ]);
    const slots = slotsOf(components, hand('blue', { cards: { trough3: 1, ram2: 1 } }));
    expect(slots).toHaveLength(12);
    expect(slots.filter(({ used }) => !used).map(({ name }) => name)).toEqual(['ram2', 'trough3']);
    expect(slotsOf({}, hand('blue'))).toHaveLength(12);
  });
});

describe('what a tap means', () => {
  const view = seen();
  const standing = new Set(view.flock.map(({ cell }) => cell));
  const target = (action: string, on = standing): string | null => targetOf(offersOf([action], action).ways[0]!, on);

  test('a target is where a way leads, or the last sheep it affects', () => {
    expect(target('step1 b8 ne')).toBe('c9');
    expect(target('ram2 b8 s 1')).toBe('b3');
    expect(target('leap3 b8 s 1')).toBe('b2');
    expect(target('ram2 a4 e 2', new Set(['a4', 'c4', 'f4']))).toBe('f4');
    expect(target('leap3 a4 e 2', new Set(['a4', 'c4', 'f4']))).toBe('g4');
    expect(target('straight1 5 e')).toBe('i5');
    expect(target('straight1 5 w')).toBe('b5');
    expect(target('diagonal1 a7 nw')).toBe('b6');
    expect(target('trough3 n')).toBeNull();
    expect(edgeOf(offersOf(['turn1 left'], 'turn1').ways[0]!, 's')).toBe('e');
    expect(edgeOf(offersOf(['trough3 n'], 'trough3').ways[0]!, 's')).toBe('n');
  });

  test('fields that several lines lead to are shared out among them', () => {
    const targets = targetsOf(offersOf(ALL, 'straight1'), standing);
    const shared = targets.filter((one) => one.shared).map(({ cell }) => cell);
    expect(shared.length).toBeGreaterThan(0);
    for (const cell of shared) {
      const ways = targets.filter((one) => one.cell === cell).map(({ way }) => way.direction);
      expect(new Set(ways).size).toBe(ways.length);
    }
  });

  test('with few sheep a target can be tapped at once, also where two could go: the nearer one goes, or the other one', () => {
    const near = new Set(['c3', 'd3', 'i9']);
    const legal = ['step1 c3 n', 'step1 c3 ne', 'step1 d3 n', 'step1 d3 ne'];
    expect(targetsOf(offersOf(legal, 'step1'), near).map(({ way }) => way.action)).toEqual([
      'step1 c3 n',
      'step1 c3 ne',
      'step1 d3 ne',
    ]);
    expect(targetsOf(offersOf(legal, 'step1 c3'), near).map(({ cell }) => cell)).toEqual(['c4', 'd4']);
    const other = (draft: string): string | undefined => otherOf(offersOf(legal, draft), near)?.action;
    expect(['step1 c3 ne', 'step1 d3 n', 'step1 c3 n', 'step1 c3', ''].map(other)).toEqual([
      'step1 d3 n',
      'step1 c3 ne',
      undefined,
      undefined,
      undefined,
    ]);
    // From afar and from beside.
    const rams = ['ram2 a4 e 1', 'ram2 f4 w 1'];
    expect(targetsOf(offersOf(rams, 'ram2'), new Set(['a4', 'e4', 'f4'])).map(({ way }) => way.action)).toEqual(['ram2 f4 w 1']);
  });

  test('of many sheep one is chosen first', () => {
    const legal = ['ram c5 e 1', 'ram f2 n 1', 'ram b8 s 1'];
    expect(targetsOf(offersOf(legal, ''), standing)).toEqual([]);
    expect(otherOf(offersOf(legal, 'ram c5 e 1'), standing)).toBeNull();
  });
});

describe('the board offers exactly the legal actions', () => {
  beforeEach(() => speak('en'));
  afterEach(() => {
    document.body.innerHTML = '';
  });

  const every = (list: string[], step: number, first: number): string[] => list.filter((_, index) => index % step === first);
  const POSITIONS: [string, HasteBockView, string[]][] = [
    ['some of everything', seen(), every(ALL, 5, 1)],
    ['others of everything', seen({ facing: 's', track_phase: 4 }), every(ALL, 7, 2)],
    ['one card', seen(), plays('ram2')],
    ['one sheep', seen(), ['step1 b8 e', 'step1 b8 n', 'leap3 f2 n 1']],
    ['one thing', seen(), ['step1 b8 e']],
    [
      'several rammed or leapt over',
      seen({ flock: flock('ba4 bf2 yc4 yd2 gf4 gg3 rh4 rb3 kc5') }),
      ['ram2 a4 e 1', 'ram2 a4 e 2', 'ram2 a4 e 3', 'ram2 f2 n 1', 'leap3 a4 e 1', 'leap3 a4 e 3'],
    ],
    [
      'an own sheep is rammed',
      seen({ flock: flock('ba4 bc4 ye5') }),
      ['ram2 a4 e 1', 'ram2 c4 w 1', 'ram2 c4 ne 1', 'ram2 a4 ne 1'],
    ],
    ['both caravans', seen(), every(plays('straight1', 'diagonal2'), 2, 0)],
    ['trough and turn', seen({ facing: 'e' }), ['trough3 e', 'trough3 s', 'turn1 right', 'turn1 left']],
    ['a ram by the die', seen({ phase: 'ramming', die: 'white' }), [...plays('ram'), 'ram d7 s 1', 'ram c5 e 2', 'ram h5 w 1']],
    ['a ram by the die with one sheep', seen({ phase: 'ramming', die: 'black' }), ['ram c5 e 1', 'ram c5 e 2']],
    ['one ram', seen({ phase: 'ramming', die: 'black' }), ['ram c5 e 1']],
    ['a ram by the die beside cards', seen(), ['ram c5 e 1', 'ram2 f2 n 1', 'trough3 n']],
    ['movement cards', seen({ phase: 'walking', steps: 2 }), ['walk 1', 'walk 3']],
    ['no movement card, or one', seen({ phase: 'walking', steps: 2 }), ['walk 0', 'walk 2']],
    ['discarding', seen(), ['discard leap3', 'discard trough3']],
    ['cards that I do not seem to have', seen({ seat: 2 }), ['step1 b8 e', 'trough3 n', 'discard leap3']],
    [
      'sheep that do not seem to stand there',
      seen({ flock: [] }),
      ['ram2 a4 e 2', 'ram2 f2 n 1', 'straight1 5 e', 'diagonal1 a7 nw'],
    ],
    ['actions without a control', seen(), ['yodel', 'step1', 'turn1 left']],
    ['nothing', seen(), []],
    ['nothing for spectators', seen({ seat: null }), []],
    ['nothing when it is over', seen({ ranks: [1, 2, 3] }), []],
  ];
  test.each(POSITIONS)('%s', { timeout: 60_000 }, (_, view, legal) => {
    expect(reached(board, { view, players, components, legal })).toEqual([...legal].sort());
  });

  test('without components', () => {
    const legal = ['ram2 f2 n 1', 'trough3 n'];
    expect(reached(board, { view: seen(), players, legal })).toEqual(legal);
  });

  test('all that can be done can be drafted', () => {
    const standing = new Set(seen().flock.map(({ cell }) => cell));
    const found = offersOf(ALL, '').cards.flatMap((card) => {
      const offers = offersOf(ALL, card);
      const drafts = offers.sheep.length > 1 ? offers.sheep.map((cell) => `${card} ${cell}`) : [card];
      return drafts.flatMap((draft) => {
        const inner = offersOf(ALL, draft);
        const edges = inner.ways.filter(({ kind }) => kind === 'trough' || kind === 'turn');
        return [...targetsOf(inner, standing).map(({ way }) => way.action), ...edges.map(({ action }) => action)];
      });
    });
    expect(found.sort()).toEqual([...ALL].sort());
  });

  const show = (changes: Partial<BoardProps<HasteBockView>>): Page<HasteBockView> =>
    shown(board, { view: seen(), players, components, ...changes });

  test('keys do what taps do', () => {
    const drafts: string[] = [];
    const page = show({ legal: ALL, draft: 'ram2', setDraft: (draft) => drafts.push(draft) });
    const controls = [...document.querySelectorAll<SVGElement>('svg [data-draft]')];
    for (const control of controls) {
      control.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
      control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    }
    expect(drafts).toEqual(controls.map((control) => control.dataset['draft']));
    expect(drafts.length).toBeGreaterThan(4);
    page.end();
  });

  test('a whole draft shows where all would stand, and what it brings', () => {
    const draft = 'ram2 b8 s 1';
    const view = seen({ worth: [6, 3, 3], facing: 'n', stone: 25 });
    const events: OwnEvent[] = [
      {
        ...{ event: 'sheepmoved', seat: 0, what: 'ram', card: 2, clause: 'HB-5.2' },
        moves: [
          { colour: 'blue', start: 'b8', end: 'b3' },
          { colour: 'red', start: 'b3', end: 'b2' },
        ],
      },
      { event: 'stonemoved', start: 20, end: 25, lost: 0, clause: 'HB-4.2' },
      {
        event: 'scored',
        seat: 0,
        points: 5,
        sheep: [counted('b3', 2, null, 3), counted('f2', 3, null, 2)],
        total: 8,
        clause: 'HB-7.2',
      },
      { event: 'scored', seat: 1, points: 4, sheep: [counted('d7', 1, null, 4)], total: 7, clause: 'HB-7.2' },
      { event: 'panicbegun', seat: 0, field: 28, clause: 'HB-4.4' },
    ];
    const preview: Preview<HasteBockView> = { action: draft, view, events: events.map(anyEvent) };
    const page = show({ legal: ALL, draft });
    expect(document.querySelectorAll('.ghost')).toHaveLength(0);
    page.next({ legal: ALL, draft, preview });
    expect(document.querySelectorAll('.flock .ghost')).toHaveLength(2);
    expect(document.querySelectorAll('.leaves')).toHaveLength(2);
    expect([...document.querySelectorAll('.points .big')].map((one) => one.textContent)).toEqual(['+3', '+2', '+4']);
    const outlook = document.querySelector('.outlook')!.textContent;
    expect(outlook).toMatch(/25.*Ada\s*\+5.*Ben\s*\+4.*panic/s);
    // Put back, nothing of it is left.
    page.next({ draft: '', preview: null });
    expect(document.querySelectorAll('.ghost, .leaves, .outlook, .points')).toHaveLength(0);
    page.end();
    expect(outcomeOf(null)).toBeNull();
    expect(outcomeOf({ ...preview, events: [] })).toMatchObject({ moves: [], stone: null, scored: [], panic: false });
  });

  test('where two sheep could go, a tap takes one, and the other one is a tap or a button away', () => {
    const view = seen({ flock: flock('bc3 bd3 yi9') });
    const legal = ['step1 c3 n', 'step1 c3 ne', 'step1 d3 n'];
    let draft = 'step1';
    const page = show({ view, legal, draft, setDraft: (text) => (draft = text) });
    const press = (selector: string): void => {
      document.querySelector<SVGElement>(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      page.next({ draft });
    };
    press('.target[data-draft="step1 c3 ne"]');
    expect(draft).toBe('step1 c3 ne');
    expect(say(board.prompt({ view, legal, draft, players }))).toContain('the other sheep');
    press('.pick:not(.picked)');
    expect(draft).toBe('step1 d3 n');
    press('.other');
    expect(draft).toBe('step1 c3 ne');
    draft = 'step1 c3 n';
    page.next({ draft });
    expect(document.querySelector('.other')).toBeNull();
    page.end();
  });

  test('caravans can be gone through one by one, forwards and back, and all of them come', () => {
    const legal = plays('straight1');
    let draft = 'straight1';
    const page = show({ legal, draft, setDraft: (text) => (draft = text) });
    const press = (label: string): string => {
      document.querySelector<HTMLElement>(`.actions [aria-label="${label}"]`)!.click();
      page.next({ draft });
      return draft;
    };
    expect(document.querySelector('.actions')!.textContent).toContain('22 ways');
    const found = legal.map(() => press('The next way'));
    expect([...found].sort()).toEqual([...legal].sort());
    expect(press('The next way')).toBe(found[0]);
    expect(press('The way before')).toBe(found.at(-1));
    draft = 'straight1';
    page.next({ draft });
    expect(press('The way before')).toBe(found.at(-1));
    // What has few ways, or big targets, needs none of it.
    page.next({ legal: ALL, draft: 'step1' });
    expect(document.querySelector('.lines')).toBeNull();
    page.next({ legal: ALL, draft: 'trough3 n' });
    expect(document.querySelector('.lines')).toBeNull();
    page.end();
  });

  test('a number makes room for the stones on its field', () => {
    const numbers = (): string[] => [...document.querySelectorAll('.beside text')].map((one) => one.textContent);
    const page = show({ view: seen({ scores: [5, 3, 37] }) });
    expect(numbers()).toEqual(['5', '37']);
    // Towards the meadow; the stones stand on the other side.
    const middle = spotOf('e5');
    for (const number of document.querySelectorAll('.beside')) {
      const [x, y] = number
        .getAttribute('transform')!
        .match(/-?[\d.]+/g)!
        .map(Number);
      const stop = stopOf(Number(number.textContent), trackOf(components).length);
      const farFrom = (dx: number, dy: number): number => Math.hypot(middle.x - stop.x - dx, middle.y - stop.y - dy);
      expect(farFrom(x!, y!)).toBeLessThan(farFrom(0, 0));
    }
    page.next({ view: seen({ scores: [6, 3, 0] }) });
    expect(numbers()).toEqual([]);
    page.end();
  });

  test('if nothing is scored, the outlook says what would be', () => {
    const preview: Preview<HasteBockView> = { action: 'turn1 left', view: seen({ worth: [6, 3, 2], facing: 'w' }), events: [] };
    const page = show({ legal: ALL, draft: 'turn1 left', preview });
    expect(document.querySelector('.outlook')!.textContent).toMatch(/Ada\s*4 → 6.*Cleo\s*3 → 2/s);
    // Another phase is not compared with this one.
    const later = { ...preview, view: { ...preview.view, track_phase: 3 } };
    page.next({ legal: ALL, draft: 'turn1 left', preview: later });
    expect(document.querySelector('.outlook')!.textContent).toMatch(/3:.*Ada\s*\+6.*Ben\s*\+3.*Cleo\s*\+2/s);
    page.end();
  });

  test('ghosts stand and look where they would; the stone goes ahead', () => {
    const draft = 'step1 b8 n';
    const events: OwnEvent[] = [
      {
        ...{ event: 'sheepmoved', seat: 0, what: 'step', card: 1, clause: 'HB-5.1' },
        moves: [{ colour: 'blue', start: 'b8', end: 'b9' }],
      },
      { event: 'stonemoved', start: 20, end: 21, lost: 0, clause: 'HB-4.2' },
    ];
    const preview = (view: HasteBockView): Preview<HasteBockView> => ({ action: draft, view, events: events.map(anyEvent) });
    const page = show({ legal: [draft], draft, preview: preview(seen({ stone: 21, facing: 'n' })) });
    const at = ({ x, y }: { x: number; y: number }): string => `translate(${x}px, ${y}px)`;
    const ghost = (): SVGElement => document.querySelector('.flock .ghost')!;
    expect(ghost().style.transform).toBe(at(spotOf('b9')));
    expect(document.querySelector<SVGElement>('.ghost:has(.pebble)')!.style.transform).toBe(at(stopOf(21, 74)));
    const looks = ghost().innerHTML;
    page.next({ preview: preview(seen({ stone: 21, facing: 'e' })) });
    expect(ghost().innerHTML).not.toBe(looks);
    page.end();
  });

  test('the ground is that of the preview', () => {
    const draft = 'turn1 left';
    const page = show({ legal: [draft], draft, preview: { action: draft, view: seen(), events: [] } });
    const ground = (): string => document.querySelector('svg[role="group"]')!.innerHTML;
    const before = ground();
    page.next({ preview: { action: draft, view: seen({ rows: [4, 0, 0, 0, 0, 0, 0, 0, 0] }), events: [] } });
    expect(ground()).not.toBe(before);
    // Another phase is not compared with this one, beside the hands neither.
    page.next({ preview: { action: draft, view: seen({ track_phase: 3, worth: [0, 0, 0] }), events: [] } });
    expect(document.querySelector('#hb-hands')!.textContent).not.toContain('→');
    page.end();
  });

  test('how far it is, and the whole way of a movement card', () => {
    expect(say(nextPhrase({ kind: 'wall', field: 24 }, 23))).toBe('wall in 2');
    expect(say(nextPhrase({ kind: 'pen', field: 37 }, 36))).toBe('pen in 1');
    const page = show({ view: seen({ phase: 'walking', steps: 2 }), legal: ['walk 1'], draft: 'walk 1' });
    expect(document.querySelector('[data-action="walk 1"]')!.textContent).toContain('+3');
    page.end();
  });

  test('what happens can be drawn, and pointed at', () => {
    let view = seen();
    const page = show({});
    for (const event of EVENTS) {
      view = board.stage(view, anyEvent(event));
      page.next({ view, happening: anyEvent(event), marked: null });
      page.next({ view, happening: null, marked: anyEvent(event) });
    }
    for (const track_phase of [0, 1, 2, 3, 4])
      for (const facing of ['n', 'e', 's', 'w']) page.next({ view: seen({ track_phase, facing, die: 'red' }) });
    expect(document.body.innerHTML).not.toMatch(/\bhb\.|NaN|undefined/);
    page.end();
  });
});
