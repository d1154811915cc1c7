// The board of Schafe schubsen: its words, events and fields, and that it offers exactly the legal actions.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GameEvent } from '../src/boards/board';
import { board } from '../src/boards/schafe-schubsen';
import { boardX, END, fanned, FIELD, FIELDS, LENGTH, spotOf } from '../src/boards/schafe-schubsen/layout';
import { offersOf } from '../src/boards/schafe-schubsen/offers';
import type { GameEvent as OwnEvent, SchafeSchubsenView, Sheep } from '../src/types/schafe-schubsen';
import { say } from '../src/words/words.svelte';
import { expectCalm, expectSentence, reached, shown } from './boards';
import { LANGUAGES, speak } from './languages';

const SIDES = { '1A': [7, 8, 16], '1B': [6, 19], '2A': [3, 4, 69], '2B': [90, 92] };
const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));

const sheep = (changes: Partial<Sheep> = {}): Sheep => ({
  field: 10,
  rings: 5,
  clovers: {},
  cards: 10,
  has_laid: false,
  revealed: null,
  distance: null,
  ...changes,
});

const seen = (changes: Partial<SchafeSchubsenView> = {}): SchafeSchubsenView => ({
  game: 'schafe-schubsen',
  seat: 0,
  waiting_for: [0],
  may_act: [0],
  scores: [0, 0, 0],
  ranks: null,
  phase: 'laying',
  round: 1,
  boards: ['1A', '2A'],
  water: [7, 8, 16, 103, 104, 169],
  sides: SIDES,
  shared_start: true,
  sheep: [sheep(), sheep({ field: 40 }), sheep({ field: 103, rings: 1 })],
  supply: { back5: 3, change4: 1 },
  start: 0,
  active: null,
  back: 0,
  change: 0,
  angel: 0,
  devil: 1,
  hand: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  laid: null,
  ...changes,
});

const EVENTS: OwnEvent[] = [
  { event: 'dykelaid', boards: ['1A', '2B'], clause: 'SS-1.3' },
  { event: 'startchosen', seat: 1, clause: 'SS-1.7' },
  { event: 'laid', seat: 1, digits: null, clause: 'SS-2.3' },
  { event: 'laid', seat: 0, digits: '087', clause: 'SS-2.3' },
  { event: 'revealed', seat: 1, digits: '087', clause: 'SS-3.1' },
  { event: 'cloverused', seat: 1, clover: 'back10', clause: 'SS-3.2' },
  { event: 'distancechanged', seat: 1, laid: 87, distance: 85, clause: 'SS-7.3' },
  { event: 'walked', seat: 1, start: 40, end: 125, clause: 'SS-3.3' },
  { event: 'walked', seat: 1, start: 125, end: 115, clause: 'SS-7.1' },
  { event: 'stayed', seat: 1, clause: 'SS-3.7' },
  { event: 'pushed', seat: 2, by: 1, start: 103, end: 104, clause: 'SS-4.1' },
  { event: 'ringlost', seat: 2, left: 0, clause: 'SS-4.3' },
  { event: 'ringlost', seat: 2, left: 1, clause: 'SS-6.1' },
  { event: 'wentout', seat: 2, why: 'drowned', clause: 'SS-4.4' },
  { event: 'wentout', seat: 2, why: 'fell', clause: 'SS-4.5' },
  { event: 'wentout', seat: 2, why: 'devil', clause: 'SS-6.1' },
  { event: 'boardlaid', seat: 1, side: '1B', clause: 'SS-4.6' },
  { event: 'compared', seat: 1, distance: 85, clause: 'SS-3.5' },
  { event: 'devilmoved', seat: 2, clause: 'SS-3.5' },
  { event: 'devilmoved', seat: null, clause: 'SS-5.2' },
  { event: 'angelmoved', seat: 2, clause: 'SS-3.5' },
  { event: 'angelmoved', seat: null, clause: 'SS-5.2' },
  { event: 'clovertaken', seat: 1, clover: 'change4', clause: 'SS-6.2' },
  { event: 'cardstakenback', seat: 1, clause: 'SS-6.3' },
  { event: 'roundbegun', number: 2, seat: 1, clause: 'SS-6.4' },
  { event: 'gameended', ranks: [2, 1, 3], clause: 'SS-8.1' },
  { event: 'gameended', ranks: [1, 1, 3], clause: 'SS-8.1' },
];
const anyEvent = (event: OwnEvent): GameEvent => event as unknown as GameEvent;
const staged = (view: SchafeSchubsenView, ...events: OwnEvent[]): SchafeSchubsenView =>
  events.reduce((shown, event) => board.stage(shown, anyEvent(event)), view);

describe.each(LANGUAGES)('in words (%s)', (language) => {
  beforeEach(() => speak(language));

  test.each(EVENTS.map((event) => [`${event.event} ${event.clause}`, event] as const))('%s', (_, event) => {
    expectSentence(board.describeEvent(anyEvent(event), players, {}));
  });

  test('every event says another thing', () => {
    const lines = EVENTS.map((event) => say(board.describeEvent(anyEvent(event), players, {})!));
    expect(new Set(lines).size).toBe(EVENTS.length);
  });

  const clovers = { phase: 'clovers', active: 0, laid: '36', hand: [1], back: 0 };
  const PROMPTS: [string, Partial<SchafeSchubsenView>, string[], string][] = [
    ['laying', {}, ['lay 1', 'lay 12'], ''],
    ['without water ahead', { water: [3] }, ['lay 1'], ''],
    ['a draft on dry ground', {}, ['lay 1', 'lay 12'], 'lay 12'],
    ['a draft into the water', {}, ['lay 6'], 'lay 6'],
    ['a draft beyond the end', {}, ['lay 987'], 'lay 987'],
    ['a draft that stays', {}, ['lay 0'], 'lay 0'],
    ['clovers', clovers, ['go 36', 'use back5'], ''],
    ['only walking', clovers, ['go 36'], ''],
    ['walking back', { ...clovers, back: 5 }, ['go 36'], 'go 36'],
    ['a side', { phase: 'turning' }, ['side 1A', 'side 1B'], ''],
    ['a clover', { phase: 'taking' }, ['take back5'], ''],
    ['something new', {}, ['whistle'], ''],
    ['the game waits for no one', { waiting_for: [] }, [], ''],
    ['others lay', { waiting_for: [1, 2] }, [], ''],
    ['another one lays', { waiting_for: [1] }, [], ''],
    ['another one thinks about clovers', { waiting_for: [1], phase: 'clovers' }, [], ''],
    ['another one turns a board', { waiting_for: [1], phase: 'turning' }, [], ''],
    ['another one takes a clover', { waiting_for: [1], phase: 'taking' }, [], ''],
    ['chance', { waiting_for: [-1], phase: 'layout', boards: [] }, [], ''],
    ['I won', { waiting_for: [], ranks: [1, 2, 3] }, [], ''],
    ['another one won', { waiting_for: [], ranks: [2, 1, 3] }, [], ''],
    ['I look on', { seat: null, waiting_for: [1, 2], hand: null }, [], ''],
  ];
  test.each(PROMPTS)('the prompt: %s', (_, changes, legal, draft) => {
    expectSentence(board.prompt({ view: seen(changes), legal, draft, players }));
  });

  test('the dyke is described', () => {
    const said = board.describeTable(seen({ ranks: [2, 1, 3] }), players, {}).map(expectSentence);
    expect(said.join(' ')).toMatch(/Cleo .*103/);
    board.describeTable(seen({ boards: [], seat: null, angel: null, devil: null }), players, {}).forEach(expectSentence);
    board
      .describeTable(staged(seen(), { event: 'wentout', seat: 2, why: 'fell', clause: 'SS-4.5' }), players, {})
      .forEach(expectSentence);
  });

  test('facts have labels', () => {
    const view = seen({ sheep: [sheep({ clovers: { back5: 2 }, cards: null }), sheep({ rings: 1 }), sheep({ field: null })] });
    for (const { seat } of players)
      for (const { label } of board.facts(view, seat)) expect(say(label)).not.toMatch(/\bss\.|undefined/);
    expect(board.facts(view, 0).map(({ icon, count }) => [icon, count])).toEqual([
      ['ring', 5],
      ['clover', 2],
      ['card', '?'],
      ['angel', ''],
    ]);
    expect(board.facts(view, 2)).toEqual([]);
    expect(players.map(({ seat }) => board.score!(view, seat)!.count)).toEqual([10, 10, '–']);
    for (const { seat } of players) expect(say(board.score!(view, seat)!.label)).not.toMatch(/\bss\.|undefined/);
  });
});

test('names are listed as the language does', () => {
  speak('en');
  const wait = { view: seen({ waiting_for: [1, 2] }), legal: [], draft: '', players };
  expect(say(board.prompt(wait))).toBe('Ben and Cleo are choosing.');
  speak('de');
  expect(say(board.prompt(wait))).toBe('Ben und Cleo überlegen noch.');
});

describe('events leave their mark', () => {
  test('sheep walk and are pushed', () => {
    const view = staged(
      seen(),
      { event: 'walked', seat: 0, start: 10, end: 40, clause: 'SS-3.3' },
      { event: 'pushed', seat: 1, by: 0, start: 40, end: 41, clause: 'SS-4.1' },
    );
    expect(view.sheep.map(({ field }) => field)).toEqual([40, 41, 103]);
  });

  test('a board is carried round: all fields drop by 100, and the water lies as the boards do', () => {
    const view = staged(seen({ sheep: [sheep({ field: 110 }), sheep({ field: null }), sheep({ field: 103 })] }), {
      event: 'boardlaid',
      seat: 0,
      side: '1B',
      clause: 'SS-4.6',
    });
    expect(view.boards).toEqual(['2A', '1B']);
    expect(view.sheep.map(({ field }) => field)).toEqual([10, null, 3]);
    expect(view.water).toEqual([3, 4, 69, 106, 119]);
  });

  test('rings, clovers, angel and devil go where they go', () => {
    const view = staged(
      seen(),
      { event: 'ringlost', seat: 0, left: 4, clause: 'SS-4.3' },
      { event: 'angelmoved', seat: 2, clause: 'SS-3.5' },
      { event: 'devilmoved', seat: null, clause: 'SS-5.2' },
      { event: 'clovertaken', seat: 2, clover: 'change4', clause: 'SS-6.2' },
    );
    expect(view.sheep[0]!.rings).toBe(4);
    expect([view.angel, view.devil]).toEqual([2, null]);
    expect(view.sheep[2]!.clovers).toEqual({ change4: 1 });
    expect(view.supply).toEqual({ back5: 3 });
    const used = staged(view, { event: 'cloverused', seat: 2, clover: 'change4', clause: 'SS-3.2' });
    expect(used.sheep[2]!.clovers).toEqual({});
  });

  test('a round: cards are laid, revealed, compared, and gone', () => {
    const laid = staged(seen(), { event: 'laid', seat: 1, digits: null, clause: 'SS-2.3' });
    expect(laid.sheep[1]).toMatchObject({ has_laid: true, revealed: null });
    const shown = staged(
      laid,
      { event: 'revealed', seat: 1, digits: '08', clause: 'SS-3.1' },
      { event: 'compared', seat: 1, distance: 8, clause: 'SS-3.5' },
    );
    expect(shown.sheep[1]).toMatchObject({ revealed: '08', distance: 8 });
    expect(shown.active).toBe(1);
    const next = staged(shown, { event: 'roundbegun', number: 2, seat: 2, clause: 'SS-6.4' });
    expect(next.sheep[1]).toMatchObject({ has_laid: false, revealed: null, distance: null });
    expect(next).toMatchObject({ round: 2, start: 2, angel: 2, devil: 2, active: null });
  });

  test('a sheep that is out is off the dyke', () => {
    const view = staged(seen(), { event: 'wentout', seat: 1, why: 'drowned', clause: 'SS-4.4' });
    expect(view.sheep[1]).toMatchObject({ field: null, rings: 0, clovers: {} });
  });

  test('the view before stays as it was, and no event is looked at for too long', () => {
    expectCalm(board, seen(), EVENTS.map(anyEvent), players);
  });
});

describe('the dyke', () => {
  test('every field has a place of its own', () => {
    const places = Array.from({ length: END }, (_, field) => spotOf(field)).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(END);
  });

  test('a column climbs from its foot, and the next one begins beside it', () => {
    for (let field = 0; field < END - 1; field += 1) {
      const [here, next] = [spotOf(field), spotOf(field + 1)];
      if (field % 10 < 9) expect(next).toEqual({ x: here.x, y: here.y - FIELD });
      else {
        expect(next.y).toBe(spotOf(0).y);
        expect(next.x).toBeGreaterThan(here.x);
      }
      if (field % FIELDS < 90) expect(spotOf(field + 10)).toEqual({ x: here.x + FIELD, y: here.y });
    }
    expect(spotOf(FIELDS).x - FIELD / 2).toBe(boardX(1));
  });

  test('behind the last field is the sea', () => {
    expect(spotOf(END).x).toBeGreaterThan(LENGTH);
    expect(spotOf(1186).x).toBe(spotOf(END).x);
  });

  test('sheep on one field stand apart', () => {
    for (let count = 1; count <= 8; count += 1) {
      const places = Array.from({ length: count }, (_, index) => fanned(index, count)).map(({ x, y }) => `${x} ${y}`);
      expect(new Set(places).size).toBe(count);
    }
  });
});

describe('the board offers exactly the legal actions', () => {
  beforeEach(() => speak('en'));
  afterEach(() => {
    document.body.innerHTML = '';
  });

  const lays = (digits: string): string[] =>
    [...digits].flatMap((one) => [
      `lay ${one}`,
      ...[...digits]
        .filter((two) => two !== one)
        .flatMap((two) => [
          `lay ${one}${two}`,
          ...[...digits].filter((three) => three !== one && three !== two).map((three) => `lay ${one}${two}${three}`),
        ]),
    ]);

  const POSITIONS: [string, SchafeSchubsenView, string[]][] = [
    ['three cards', seen({ hand: [0, 3, 7] }), lays('037')],
    ['some of the lays', seen(), ['lay 087', 'lay 08', 'lay 9', 'lay 312']],
    ['only three digits', seen(), ['lay 123']],
    [
      'clovers and distances',
      seen({ phase: 'clovers', active: 0, laid: '12', change: 2 }),
      ['go 10', 'go 11', 'go 12', 'go 14', 'use back5', 'use change4'],
    ],
    ['distances that begin alike', seen({ phase: 'clovers', active: 0, laid: '5' }), ['go 5', 'go 57', 'go 570']],
    ['without the distance that was laid', seen({ phase: 'clovers', active: 0, laid: '12', back: 20 }), ['go 13', 'go 14']],
    ['a clover alone', seen({ phase: 'clovers', active: 0, laid: '12' }), ['use back5']],
    ['sides', seen({ phase: 'turning' }), ['side 1A', 'side 1B']],
    ['one side', seen({ phase: 'turning' }), ['side 1B']],
    ['clovers of the supply', seen({ phase: 'taking' }), ['take back20', 'take change4']],
    ['actions without a control', seen(), ['whistle', 'lay 1']],
    ['nothing', seen(), []],
    ['nothing while cards lie there', seen({ laid: '12', waiting_for: [1] }), []],
    ['nothing for spectators', seen({ seat: null, hand: null }), []],
    ['nothing when it is over', seen({ ranks: [1, 2, 3] }), []],
    [
      'a sheep that is out chooses a side',
      staged(seen({ phase: 'turning' }), { event: 'wentout', seat: 0, why: 'fell', clause: 'SS-4.5' }),
      ['side 2A'],
    ],
  ];
  test.each(POSITIONS)('%s', (_, view, legal) => {
    expect(reached(board, { view, players, legal })).toEqual([...legal].sort());
  });

  test('all 820 lays of a full hand can be drafted', () => {
    const legal = lays('0123456789');
    expect(legal.length).toBe(820);
    const drafts = [''];
    const found: string[] = [];
    for (const draft of drafts) {
      const { digits, next, ready } = offersOf(legal, draft);
      if (ready) found.push(ready);
      drafts.push(...next.map((digit) => `lay ${digits}${digit}`));
    }
    expect(found.sort()).toEqual(legal.sort());
  });

  test('what happens can be drawn', () => {
    let view = seen({ sheep: [sheep({ field: 0 }), sheep({ field: 0 }), sheep({ field: 0 })] });
    const page = shown(board, { view, players });
    for (const event of EVENTS) {
      view = board.stage(view, anyEvent(event));
      page.next({ view, happening: anyEvent(event), marked: anyEvent(event) });
    }
    expect(document.body.textContent).not.toMatch(/\bss\./);
    page.end();
  });
});
