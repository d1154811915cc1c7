// The board of Volle Wolle: its words in both languages, its events, and controls for exactly the legal actions.

import { readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { READ_ONLY, type BoardProps, type GameEvent, type Player } from '../src/boards/board';
import { board } from '../src/boards/volle-wolle';
import type { GameEvent as OwnEvent, Throw, VolleWolleView } from '../src/types/volle-wolle';
import { say } from '../src/words/words.svelte';
import { held } from './held.svelte';
import { LANGUAGES, speak } from './languages';

// The drawings themselves are of no interest here, and there are many of them.
vi.mock('../src/art/Card.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Die.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Patch.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Dog.svelte', () => ({ default: () => {} }));
// A slow machine may take its time.
vi.setConfig({ testTimeout: 20_000 });

const components = JSON.parse(readFileSync('../src/sheepfold/games/volle_wolle/components.json', 'utf8')) as Record<
  string,
  unknown
>;

const players: Player[] = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));
const MIDDLE = ['S07', 'S20', 'S41', 'bone', 'dog', 'dog'];

const thrown = (change: Partial<Throw> = {}): Throw => ({
  number: 1,
  dice: [9, 6, 2],
  left: [false, false, false],
  modifier: 0,
  needed: 21,
  result: 17,
  more: 2,
  earns: 3,
  reach_bid: null,
  reach_14: null,
  ...change,
});

const view = (change: Partial<VolleWolleView> = {}): VolleWolleView => ({
  game: 'volle-wolle',
  seat: 0,
  waiting_for: [0],
  may_act: [],
  scores: [2, 2, 2],
  ranks: null,
  phase: 'bidding',
  round: 3,
  middle: MIDDLE,
  deck: 40,
  stock: 10,
  table: players.map((_, seat) => ({
    board: seat + 1,
    number: seat + 1,
    top: seat === 1 ? 'S51' : null,
    herd: seat === 1 ? 4 : 0,
    sheep: null,
    dogs: seat,
    bone: seat === 2,
    chips: 2,
    has_bid: false,
    bid: null,
  })),
  order: [],
  active: null,
  throw: null,
  settlement: null,
  ...change,
});

const ordered = (change: Partial<VolleWolleView> = {}): VolleWolleView => {
  const base = view();
  const bids = ['21', '18', '26+'];
  return {
    ...base,
    table: base.table.map((player, seat) => ({ ...player, has_bid: true, bid: bids[seat]! })),
    order: [2, 0, 1],
    active: 0,
    phase: 'leaving',
    throw: thrown(),
    ...change,
  };
};

const BIDS = [...Array.from({ length: 13 }, (_, index) => `bid ${14 + index}`), 'bid 26+'];
const HELP = ['decline', 'reach 14', 'reach bid'];
const LEAVES = ['leave d8', 'leave d10', 'leave d12'];
const TOPS = ['top S20', 'top S41'];
const GRABS = ['grab', 'spare'];

/** All ways to take so many cards, as the server writes them: of cards that are alike, the first stands for all. */
function takes(count: number, start = 0): string[][] {
  if (count === 0) return [[]];
  return MIDDLE.flatMap((card, place) =>
    place < start || (place > start && card === MIDDLE[place - 1])
      ? []
      : takes(count - 1, place + 1).map((rest) => [card, ...rest]),
  );
}
const TAKES = [1, 2, 3].map((count) => takes(count).map((cards) => `take ${cards.join(' ')}`));

const EVENTS: OwnEvent[] = [
  { event: 'boarddealt', seat: 0, number: 4, clause: 'VW-1.6' },
  { event: 'cardlaidout', card: 'S20', clause: 'VW-2.1' },
  { event: 'bidmade', seat: 1, bid: null, clause: 'VW-2.3' },
  { event: 'bidmade', seat: 0, bid: '21', clause: 'VW-2.3' },
  { event: 'bidsrevealed', bids: ['21', '18', '26+'], clause: 'VW-2.3' },
  { event: 'chippaid', seat: 2, chips: 1, left: 1, clause: 'VW-2.6' },
  { event: 'chippaid', seat: 0, chips: 2, left: 0, clause: 'VW-3.4' },
  {
    event: 'orderset',
    order: [2, 0, 1].map((seat) => ({ seat, bid: '21', number: seat + 1 })),
    clause: 'VW-2.4',
  },
  { event: 'rolled', seat: 0, throw: 1, dice: [9, 6, 2], thrown: [true, true, true], result: 15, needed: 21, clause: 'VW-3.4' },
  { event: 'helpdeclined', seat: 0, clause: 'VW-3.7' },
  { event: 'plusused', seat: 0, plus: 2, clause: 'VW-3.4' },
  { event: 'dieleft', seat: 0, die: 10, value: 6, clause: 'VW-3.2' },
  { event: 'bidreached', seat: 0, throw: 1, result: 21, cards: 3, clause: 'VW-3.6' },
  { event: 'bidreached', seat: 0, throw: 3, result: 21, cards: 1, clause: 'VW-3.6' },
  { event: 'bidmissed', seat: 0, result: 12, clause: 'VW-3.9' },
  { event: 'chipgained', seat: 0, chips: 1, clause: 'VW-3.9' },
  { event: 'chipgained', seat: 0, chips: 0, clause: 'VW-3.14' },
  { event: 'cardstaken', seat: 0, cards: ['S20', 'S41', 'dog'], clause: 'VW-3.5' },
  { event: 'cardstaken', seat: 0, cards: ['S07'], clause: 'VW-3.10' },
  { event: 'cardstaken', seat: 0, cards: ['bone'], clause: 'VW-3.11' },
  { event: 'cardstaken', seat: 0, cards: ['S22'], clause: 'VW-6.2' },
  { event: 'toplaid', seat: 0, card: 'S41', clause: 'VW-4.1' },
  { event: 'bonegrabbed', seat: 0, owner: 2, clause: 'VW-4.4' },
  { event: 'bonespared', seat: 0, clause: 'VW-4.4' },
  { event: 'turnskipped', seat: 1, clause: 'VW-3.13' },
  ...['white', 'black', '3-7-0', '0-0-7', 'dog', 'dogs', 'bone', 'most dogs', 'chips', 'something new'].map((what): OwnEvent => ({
    event: 'settled',
    seat: 0,
    what,
    count: 2,
    points: -5,
    clause: 'VW-5.1',
  })),
  { event: 'sheepputback', seat: 0, cards: ['S28', 'S29'], clause: 'VW-5.6' },
  { event: 'total', seat: 0, points: 41, clause: 'VW-5.1' },
  { event: 'gameended', ranks: [1, 2, 1], clause: 'VW-5.10' },
];
const anyEvent = (event: OwnEvent): GameEvent => event as unknown as GameEvent;

const props = (change: Partial<BoardProps<VolleWolleView>> = {}): BoardProps<VolleWolleView> => ({
  view: view(),
  players,
  components,
  legal: [],
  draft: '',
  setDraft: () => {},
  choose: () => {},
  happening: null,
  marked: null,
  ...READ_ONLY,
  ...change,
});

/** The page with drawing and choices, for as long as something is asked of it; what it shows can be changed. */
function shown<Answer>(
  change: Partial<BoardProps<VolleWolleView>>,
  ask: (page: HTMLElement, show: (other: Partial<BoardProps<VolleWolleView>>) => void) => Answer,
): Answer {
  const page = document.createElement('main');
  document.body.append(page);
  const given = held(props(change));
  const parts = [board.Drawing, board.Choices].map((part) => mount(part, { target: page, props: given }));
  flushSync();
  const answer = ask(page, (other) => {
    Object.assign(given, other);
    flushSync();
  });
  for (const part of parts) void unmount(part);
  page.remove();
  return answer;
}

const attributes = (page: HTMLElement, name: string): string[] =>
  [...page.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)!);

/** Every action that can be reached by following the controls. */
function reachable(seen: VolleWolleView, legal: string[]): Set<string> {
  const actions = new Set<string>();
  const drafts = new Set(['']);
  shown({ view: seen, legal }, (page, show) => {
    for (const draft of drafts) {
      show({ draft });
      for (const action of attributes(page, 'data-action')) actions.add(action);
      for (const next of attributes(page, 'data-draft')) drafts.add(next);
    }
  });
  return actions;
}

/** Expects complete text: no message key and no missing value. */
function expectSentence(text: string): void {
  expect(text).not.toMatch(/vw\.|undefined|null|NaN|[{}#]|\bother\b/);
  expect(text.trim()).not.toBe('');
}

beforeEach(() => speak('en'));

describe.each(LANGUAGES)('words: %s', (language) => {
  beforeEach(() => speak(language));

  test('every event has its sentence', () => {
    shown({}, () => {
      for (const event of EVENTS) expectSentence(say(board.describeEvent(anyEvent(event), players, components)!));
    });
  });

  test('every kind of event is tried here', () => {
    const types = readFileSync('src/types/volle-wolle.ts', 'utf8');
    const kinds = [...types.matchAll(/ {2}event: "(\w+)"/g)].map((found) => found[1]);
    expect([...new Set(EVENTS.map(({ event }) => event))].sort()).toEqual(kinds.sort());
  });

  test.each([
    [view(), BIDS, ''],
    [view(), BIDS, 'bid 21'],
    [ordered(), LEAVES, ''],
    [ordered({ phase: 'help' }), HELP, ''],
    [ordered({ phase: 'help' }), ['decline', 'reach 14'], ''],
    ...TAKES.map((legal): [VolleWolleView, string[], string] => [ordered({ phase: 'taking' }), legal, '']),
    [ordered({ phase: 'taking' }), TAKES[1]!, 'take S20'],
    [ordered({ phase: 'taking' }), TAKES[1]!, 'take S20 dog'],
    [ordered({ phase: 'topping', throw: null }), TOPS, ''],
    [ordered({ phase: 'grabbing', throw: null }), GRABS, ''],
    [view(), [], ''],
    ...['bidding', 'help', 'leaving', 'taking', 'topping', 'grabbing', 'rolling'].map(
      (phase): [VolleWolleView, string[], string] => [ordered({ phase, waiting_for: [1] }), [], ''],
    ),
    [view({ waiting_for: [1, 2] }), [], ''],
    [view({ seat: null }), [], ''],
    [ordered({ phase: 'over', ranks: [1, 3, 2], waiting_for: [] }), [], ''],
    [ordered({ phase: 'over', ranks: [1, 3, 1], waiting_for: [] }), [], ''],
  ])('there is a prompt for each moment', (seen, legal, draft) => {
    expectSentence(say(board.prompt({ view: seen, legal, draft, players })));
  });

  test('facts and description speak', () => {
    for (const seen of [
      view(),
      ordered(),
      ordered({ throw: thrown({ result: null, dice: [null, 6, null] }) }),
      view({ middle: [] }),
    ]) {
      for (const phrase of board.describeTable(seen, players, components)) expectSentence(say(phrase));
      for (const { label } of players.flatMap(({ seat }) => board.facts(seen, seat))) expectSentence(say(label));
    }
  });

  test('nothing raw is drawn', () => {
    const help = ordered({
      phase: 'help',
      throw: thrown({ modifier: 2, reach_bid: { plus: 2, chips: 2, result: 21 }, reach_14: { plus: 0, chips: 1, result: 14 } }),
    });
    const over = view({
      phase: 'over',
      ranks: [2, 1, 3],
      settlement: players.map(() => ({ gone: ['S28'], lines: [{ what: 'most dogs', count: 2, points: -5 }] })),
    });
    const moments: Partial<BoardProps<VolleWolleView>>[] = [
      { legal: BIDS, draft: 'bid 26+', odds: { 'bid 14': 0.987 } },
      { view: ordered(), legal: LEAVES },
      { view: help, legal: HELP, odds: { decline: 0.5 } },
      { view: ordered({ phase: 'taking' }), legal: TAKES[0]!, draft: 'take dog' },
      { view: ordered({ phase: 'topping' }), legal: TOPS },
      { view: ordered({ phase: 'grabbing' }), legal: GRABS },
      { view: over },
      ...EVENTS.map((event) => ({ view: ordered(), happening: anyEvent(event) })),
    ];
    shown({}, (page, show) => {
      for (const moment of moments) {
        show(props(moment));
        expectSentence(page.textContent);
        for (const label of attributes(page, 'aria-label')) expectSentence(label);
      }
    });
  });
});

test('the prompt says what is needed and what is available', () => {
  const prompt = board.prompt({ view: ordered(), legal: LEAVES, draft: '', players });
  expect(say(prompt)).toBe('Keep one die. You need 21, you have 17.');
  expect(say(board.prompt({ view: view({ waiting_for: [1, 2] }), legal: [], draft: '', players }))).toBe(
    'Ben and Cleo are still choosing their bids.',
  );
  const watching = (result: number | null): string =>
    say(board.prompt({ view: ordered({ waiting_for: [1], throw: { ...thrown(), result } }), legal: [], draft: '', players }));
  expect(watching(17)).toBe('Ben is choosing a die: 17 of 21.');
  expect(watching(null)).toBe('Ben is thinking.');
});

test('points are shown when herds are visible', () => {
  const open = view();
  open.table = open.table.map((player) => ({ ...player, sheep: [] }));
  const shown = [view(), open, view({ ranks: [1, 1, 1] })].map((seen) => board.score!(seen, 1)!);
  expect(shown.map(({ count, label }) => `${count} ${say(label)}`)).toEqual([
    '? Points are still hidden',
    '2 2 points',
    '2 2 points',
  ]);
});

describe('stage', () => {
  const after = (seen: VolleWolleView, ...events: OwnEvent[]): VolleWolleView =>
    events.reduce((staged, event) => board.stage(staged, anyEvent(event)), seen);

  test('every event is shown for a while, none for long, and leaves the old view as it was', () => {
    for (const event of EVENTS) {
      const before = ordered();
      const kept = structuredClone(before);
      board.stage(before, anyEvent(event));
      expect(before).toEqual(kept);
      expect(board.pause(anyEvent(event))).toBeGreaterThan(0);
      expect(board.pause(anyEvent(event))).toBeLessThanOrEqual(1200);
    }
  });

  test('bids are made in secret, shown, and set the order', () => {
    const bid = after(view(), { event: 'bidmade', seat: 1, bid: null, clause: '' });
    expect([bid.table[1]!.has_bid, bid.table[1]!.bid]).toEqual([true, null]);
    const open = after(bid, EVENTS[4]!, EVENTS[5]!, EVENTS[7]!);
    expect(open.table.map((player) => player.bid)).toEqual(['21', '18', '26+']);
    expect([open.table[2]!.chips, open.stock, open.order]).toEqual([1, 11, [2, 0, 1]]);
  });

  test('dice are thrown, one is left, the others are in the air', () => {
    const first = after(ordered({ throw: null, active: null }), EVENTS[8]!);
    expect(first.active).toBe(0);
    expect(first.throw).toMatchObject({ dice: [9, 6, 2], result: 15, modifier: -2, needed: 21 });
    const left = after(first, { event: 'dieleft', seat: 0, die: 10, value: 6, clause: '' });
    expect(left.throw).toMatchObject({ number: 2, dice: [null, 6, null], left: [false, true, false], result: null });
  });

  test('help goes into the sum, whatever was offered before', () => {
    const offered = ordered({ phase: 'help', throw: thrown({ reach_bid: { plus: 2, chips: 2, result: 21 } }) });
    const plus = after(offered, { event: 'plusused', seat: 0, plus: 2, clause: '' });
    expect(plus.throw!.reach_bid).toEqual({ plus: 2, chips: 0, result: 19 });
    const paid = after(plus, { event: 'chippaid', seat: 0, chips: 2, left: 0, clause: '' });
    expect(paid.throw!.reach_bid).toEqual({ plus: 2, chips: 2, result: 21 });
    expect([paid.table[0]!.chips, paid.stock]).toEqual([0, 12]);
  });

  test('cards leave the middle for the herd, dogs and the bone lie beside it', () => {
    const taken = after(ordered(), { event: 'cardstaken', seat: 0, cards: ['S20', 'bone', 'dog'], clause: '' });
    expect(taken.middle).toEqual(['S07', 'S41', 'dog']);
    expect(taken.table[0]).toMatchObject({ herd: 1, dogs: 1, bone: true });
    expect(after(taken, { event: 'toplaid', seat: 0, card: 'S20', clause: '' }).table[0]!.top).toBe('S20');
  });

  test('the bone has one owner', () => {
    expect(
      after(
        ordered(),
        EVENTS.find(({ event }) => event === 'bonegrabbed')!,
      ).table.map(({ bone }) => bone),
    ).toEqual([true, false, false]);
  });

  test('a new round takes the bids down', () => {
    const fresh = after(ordered({ middle: [] }), { event: 'cardlaidout', card: 'S30', clause: '' });
    expect(fresh).toMatchObject({ round: 4, middle: ['S30'], deck: 39, order: [], active: null, throw: null });
    expect(fresh.table.some(({ has_bid }) => has_bid)).toBe(false);
  });

  test('the receipt grows line by line', () => {
    const settled = after(
      ordered(),
      { event: 'sheepputback', seat: 1, cards: ['S28'], clause: '' },
      { event: 'settled', seat: 1, what: 'chips', count: 2, points: 2, clause: '' },
      { event: 'total', seat: 1, points: 2, clause: '' },
      { event: 'gameended', ranks: [1, 2, 3], clause: '' },
    );
    expect(settled.settlement![1]).toEqual({ gone: ['S28'], lines: [{ what: 'chips', count: 2, points: 2 }] });
    expect(settled.settlement![0]).toEqual({ gone: [], lines: [] });
    expect([settled.scores[1], settled.ranks]).toEqual([2, [1, 2, 3]]);
  });
});

describe('controls', () => {
  const moments: [string, VolleWolleView, string[]][] = [
    ['bids', view(), BIDS],
    ['help', ordered({ phase: 'help' }), HELP],
    ['dice', ordered(), LEAVES],
    ['one card', ordered({ phase: 'taking' }), TAKES[0]!],
    ['two cards', ordered({ phase: 'taking' }), TAKES[1]!],
    ['three cards', ordered({ phase: 'taking' }), TAKES[2]!],
    ['top', ordered({ phase: 'topping', throw: null }), TOPS],
    ['bone', ordered({ phase: 'grabbing', throw: null }), GRABS],
  ];

  test.each(moments)('%s: all that is legal can be reached, and nothing else', (_, seen, legal) => {
    expect([...reachable(seen, legal)].sort()).toEqual([...legal].sort());
  });

  test.each(moments)('%s: the same for a part of it', (_, seen, legal) => {
    for (const [modulus, rest] of [
      [2, 0],
      [2, 1],
      [5, 2],
    ] as const) {
      const part = legal.filter((_, place) => place % modulus === rest);
      expect([...reachable(seen, part)].sort()).toEqual([...part].sort());
    }
  });

  test('controls depend on the legal actions alone, not on the view', () => {
    const legal = ['take S33 dog', 'leave d10', 'bid 99', 'something new', 'top S50'];
    expect([...reachable(view({ middle: [] }), legal)].sort()).toEqual([...legal].sort());
  });

  test('without legal actions there are no controls', () => {
    for (const seen of [view(), ordered(), ordered({ phase: 'help' })]) expect(reachable(seen, [])).toEqual(new Set());
  });

  test('a control does what it says', () => {
    const chosen: string[] = [];
    const drafts: string[] = [];
    const change = { choose: (action: string) => chosen.push(action), setDraft: (draft: string) => drafts.push(draft) };
    const clickAll = (page: HTMLElement): void =>
      page.querySelectorAll<HTMLElement>('[data-action], [data-draft]').forEach((control) => control.click());
    shown(change, (page, show) => {
      for (const [, seen, legal] of moments) {
        show({ view: seen, legal });
        chosen.length = drafts.length = 0;
        clickAll(page);
        expect(chosen).toEqual(attributes(page, 'data-action'));
        expect(drafts).toEqual(attributes(page, 'data-draft'));
      }
      show({ view: view(), legal: BIDS, draft: 'bid 26' });
      page.querySelector<HTMLElement>('[data-action]')!.click();
      expect(attributes(page, 'data-action')).toEqual(['bid 26']);
      expect(chosen.at(-1)).toBe('bid 26');
    });
  });

  test('the peg moves along the ruler by arrow keys', () => {
    const drafts: string[] = [];
    shown({ legal: BIDS, draft: 'bid 20', setDraft: (draft) => drafts.push(draft) }, (page) => {
      const peg = page.querySelector('[aria-checked="true"]')!;
      for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a'])
        peg.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    expect(drafts).toEqual(['bid 21', 'bid 19', 'bid 14', 'bid 26+']);
  });

  test('odds stand beside the choices, and are asked for before that', () => {
    let asked = 0;
    shown({ view: ordered(), legal: LEAVES, askOdds: () => (asked += 1) }, (page) =>
      page.querySelector<HTMLElement>('.odds')!.click(),
    );
    expect(asked).toBe(1);
    shown({ view: ordered(), legal: LEAVES, odds: { 'leave d12': 0.42 } }, (page) => {
      expect(page.querySelector('.choices [data-action="leave d12"]')!.textContent).toContain('42%');
      expect(page.querySelector('.odds')).toBeNull();
    });
  });
});

test('the sum is one that can be read', () => {
  const helped = ordered({
    phase: 'taking',
    throw: thrown({ dice: [12, 7, 7], modifier: -3, result: 23, needed: 24, reach_bid: { plus: 0, chips: 1, result: 24 } }),
  });
  shown({ view: helped }, (page) => {
    const sum = page.querySelector('.sum')!.textContent.replace(/\s+/g, ' ').trim();
    expect(sum.replace(/ /g, '')).toBe('12+7+7−3(minus)+1chip=24≥24✓');
  });
});

test('the prompt counts the cards that are still to be taken', () => {
  const legal = ['take w1 w2 w3', 'take w1 w2 w4'];
  const asked = (draft: string): string => say(board.prompt(props({ legal, draft })));
  expect(['', 'take w1', 'take w1 w2', 'take w1 w2 w3'].map(asked)).toEqual([
    'Choose 3 cards.',
    'Choose 2 more cards.',
    'Choose one more card.',
    'These? Take them.',
  ]);
});
