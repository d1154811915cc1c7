// Everything on the meadow of Haste Bock? is explained, in every phase and language, and says why it cannot be chosen.

import { readFileSync } from 'node:fs';
import { mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Components } from '../src/boards/board';
import { board } from '../src/boards/haste-bock';
import { explain } from '../src/boards/haste-bock/explain';
import { boxesOf, EDGES, MEADOW, PATH } from '../src/boards/haste-bock/layout';
import { KINDS } from '../src/boards/haste-bock/parts';
import { wholeOf } from '../src/boards/haste-bock/refused';
import type { HasteBockView, Player as Hand } from '../src/types/haste-bock';
import { say } from '../src/words/words.svelte';
import { expectExplained, shown, type Page } from './boards';
import { LANGUAGES, speak } from './languages';

// What stands where matters here, not how sheep are drawn.
vi.mock('../src/art/Sheep.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Patch.svelte', () => ({ default: () => {} }));

const components = JSON.parse(readFileSync('../src/sheepfold/games/haste_bock/components.json', 'utf8')) as Components;
const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: [2, 0, 3][seat]! }));
const CELLS = [...'abcdefghi'].flatMap((column) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => `${column}${row}`));
const COLOURS = ['blue', 'yellow', 'green', 'red'];
const CARDS = ['step1', 'step2', 'ram2', 'ram3', 'leap3', 'diagonal1', 'diagonal2', 'straight1', 'straight2', 'trough3', 'turn1'];
const PHASES = ['layout', 'rolling', 'ramming', 'playing', 'walking', 'over'];

/** The form of an action, as notation.py has it. */
const WAY = '(?:ne|nw|se|sw|n|e|s|w)';
const WHOLE = new RegExp(
  `^(?:step\\d [a-i][1-9] ${WAY}|(?:ram\\d?|leap\\d) [a-i][1-9] ${WAY} [1-7]|diagonal\\d [a-i][1-9] (?:ne|nw|se|sw)` +
    '|straight\\d (?:[1-9] [ew]|[a-i] [ns])|trough\\d [nesw]|turn\\d (?:left|right))$',
);

/** Random numbers below a limit, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

function anyView(phase: string, seed: number): HasteBockView {
  const random = dice(seed * 31 + PHASES.indexOf(phase) + 5);
  const one = <T>(list: T[]): T => list[random(list.length)]!;
  const cells = new Set<string>();
  while (cells.size < 9) cells.add(one(CELLS));
  const flock = [...cells].map((cell, index) => ({ colour: index === 8 ? 'black' : COLOURS[index >> 1]!, cell }));
  const track = 1 + random(4);
  const hand = (colour: string): Hand => ({
    colour,
    cards: Object.fromEntries(CARDS.filter(() => random(3) > 0).map((card) => [card, 1])),
    movement: phase === 'walking' ? { 1: 1, 3: 2 } : random(2) === 0 ? {} : { 2: 1 },
  });
  const rolls = phase === 'ramming' || phase === 'rolling';
  return {
    game: 'haste-bock',
    seat: random(4) === 0 ? null : random(3),
    waiting_for: phase === 'over' ? [] : [random(3)],
    may_act: [],
    scores: [random(75), random(75), random(80)],
    ranks: phase === 'over' ? [1, 2, 3] : null,
    phase,
    flock: phase === 'layout' ? [] : flock,
    facing: one(EDGES),
    stone: [1, 13, 38, 50][track - 1]! + random(11),
    track_phase: track,
    table: COLOURS.slice(0, 3).map(hand),
    start: phase === 'layout' ? null : 0,
    active: random(3),
    throw: rolls ? one(['scramble', 'panic'] as const) : null,
    die: phase === 'ramming' ? one([...COLOURS, 'black', 'white']) : null,
    steps: phase === 'walking' ? 2 : 0,
    banned_trough: random(2) === 0 ? one(EDGES) : null,
    banned_side: random(2) === 0 ? one(['left', 'right']) : null,
    rows: track % 2 === 0 && phase !== 'over' ? [0, 4, 3, 0, 2, 1, 0, 0, 0] : [],
    worth: phase === 'over' || phase === 'layout' ? [] : [random(5), random(5), random(9)],
  };
}

/** Some of what could be offered: each of my cards in one way or two. */
function legalIn({ phase, seat, table, flock }: HasteBockView): string[] {
  if (seat === null) return [];
  if (phase === 'walking') return ['walk 0', 'walk 1', 'walk 3'];
  if (phase === 'ramming') return [`ram ${flock[0]!.cell} e 1`, `ram ${flock[1]!.cell} w 1`];
  const mine = flock.filter(({ colour }) => colour === table[seat]!.colour).map(({ cell }) => cell);
  if (phase !== 'playing') return [];
  return [...new Set(Object.keys(table[seat]!.cards).flatMap((card) => mine.map((cell) => wholeOf(card, cell))))];
}

const things = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-thing]')].map(({ dataset }) => dataset['thing']!);
const refused = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-refused]')].map(({ dataset }) => dataset['refused']!).sort();

let page: Page<HasteBockView> | null = null;
beforeEach(() => speak('en'));
afterEach(() => {
  page?.end();
  page = null;
});

describe.each(PHASES)('while %s', (phase) => {
  const views = Array.from({ length: 3 }, (_, seed) => anyView(phase, seed));

  test('all that is drawn is explained in every language', () => {
    for (const view of views) {
      const legal = legalIn(view);
      page = shown(board, { view, players, components, legal });
      for (const draft of ['', ...new Set(legal.map((action) => action.split(' ')[0]!)), ...legal.slice(0, 1)]) {
        page.next({ draft });
        for (const language of LANGUAGES) {
          speak(language);
          expectExplained(explain, { view, players, components });
        }
        for (const action of refused()) expect(action).toMatch(WHOLE);
      }
      page.end();
    }
    page = null;
  });

  test('everything that means something is a thing', () => {
    for (const view of views) {
      page = shown(board, { view, players, components, legal: legalIn(view) });
      const found = things();
      for (const { cell } of view.flock) expect(found.filter((thing) => thing === `sheep ${cell}`)).toHaveLength(1);
      const { track_phase: track } = view;
      expect(found).toEqual(
        expect.arrayContaining([
          ...['meadow', 'facing', 'stone', 'wall 24', 'wall 61', 'pen 37', 'pen 74', 'panic 4', 'panic 69'],
          ...['phase 1', 'phase 2', 'phase 3', 'phase 4', 'score 0', 'score 1', 'score 2'],
          ...(track === 2 ? ['roger'] : track === 4 ? ['jacques'] : []),
          ...view.rows.flatMap((value, row) => (value > 0 ? [`row ${row + 1}`] : [])),
          ...(view.throw === 'scramble' ? ['scramble', 'die'] : view.die === null ? [] : ['die']),
        ]),
      );
      // Cards, pictures and dice; not the meadow itself, tokens of players and icons of buttons.
      const pictures = [...document.querySelectorAll('svg')].filter((one) => one.closest('[role=group] > *, p, button') !== null);
      const cards = pictures.filter((one) => one.getAttribute('viewBox') === '-32 -36 64 72');
      expect(cards.filter((one) => one.closest('[data-thing]') === null)).toEqual([]);
      page.end();
    }
    page = null;
  });
});

describe('what cannot be chosen now says which action it would be', () => {
  const hand = (cards: string[]): Hand => ({
    colour: 'blue',
    cards: Object.fromEntries(cards.map((card) => [card, 1])),
    movement: {},
  });
  const standing = (text: string): HasteBockView['flock'] =>
    text.split(' ').map((cell, index) => ({ colour: index === 8 ? 'black' : COLOURS[index >> 1]!, cell }));
  const view = (changes: Partial<HasteBockView> = {}): HasteBockView => ({
    ...anyView('playing', 1),
    ...{ seat: 0, facing: 'n', flock: standing('a1 e5 e6 b2 a3 i9 g7 f6 c3'), table: [hand(['step1']), hand([]), hand([])] },
    ...changes,
  });
  const all = (kind: string): string[] => KINDS.filter((one) => one !== kind);
  const show = (seen: HasteBockView, legal: string[], draft: string): string[] => {
    page?.end();
    page = shown(board, { view: seen, players, components, legal, draft });
    return refused();
  };
  const onMeadow = (seen: HasteBockView, legal: string[], draft: string): string[] => {
    show(seen, legal, draft);
    return [...document.querySelectorAll<HTMLElement>('svg [data-refused]')].map(
      ({ dataset }) => `${dataset['thing']}: ${dataset['refused']}`,
    );
  };

  test('used cards, and cards that have no way', () => {
    const found = show(view(), ['step1 a1 n'], '');
    expect(found).not.toContain('step1 a1 n');
    for (const kind of all('step')) expect(found.some((action) => action.startsWith(kind))).toBe(true);
    expect(found).toContain('step2 a1 n');
    expect(show(view({ waiting_for: [1] }), [], '')).toContain('step1 a1 n');
  });

  test('none when the game is over', () => {
    expect(show(view({ ranks: [1, 2, 3], phase: 'over' }), [], '')).toEqual([]);
  });

  test('a step onto a sheep, and sheep of others', () => {
    const found = onMeadow(view(), ['step1 e5 s', 'step1 e5 w'], 'step1 e5');
    expect(found).toContain('sheep e6: step1 e5 n');
    expect(found).toContain('field d4: step1 e5 sw');
    expect(found).toContain('sheep g7: step1 g7 n');
    expect(found.join()).not.toMatch(/step1 e5 [sw]\b(?!\w)/);
  });

  test('a ram or a leap without room behind the last one', () => {
    const given = view({ table: [hand(['ram2', 'leap3']), hand([]), hand([])] });
    const rams = onMeadow(given, ['ram2 e5 n 1', 'ram2 a1 ne 2'], 'ram2 e5');
    expect(rams).toContain('sheep f6: ram2 e5 ne 1');
    expect(rams).toContain('sheep g7: ram2 e5 ne 2');
    const leaps = onMeadow(given, ['leap3 e5 n 1', 'leap3 a1 ne 2'], 'leap3 e5');
    expect(leaps).toContain('sheep g7: leap3 e5 ne 1');
    expect(leaps.some((one) => one.startsWith('sheep e6'))).toBe(true);
  });

  test('a line that would leave the meadow, at its front sheep', () => {
    const given = view({ table: [hand(['straight1', 'diagonal1']), hand([]), hand([])] });
    const straight = onMeadow(given, ['straight1 5 e', 'straight1 5 w'], 'straight1');
    expect(straight).toContain('sheep a1: straight1 a s');
    expect(straight).toContain('sheep i9: straight1 i n');
    expect(onMeadow(given, ['diagonal1 a2 ne'], 'diagonal1')).toContain('sheep i9: diagonal1 a1 ne');
  });

  test('a trough or a turn back', () => {
    const given = view({ table: [hand(['trough3', 'turn1']), hand([]), hand([])] });
    const legal = ['trough3 e', 'trough3 s', 'trough3 w', 'turn1 left'];
    expect(onMeadow(given, legal, 'trough3')).toEqual(['trough n: trough3 n']);
    expect(onMeadow(given, legal, 'turn1')).toEqual(['turn right: turn1 right']);
  });

  test('sheep of another colour than the die', () => {
    const given = view({ phase: 'ramming', throw: 'panic', die: 'black' });
    expect(onMeadow(given, ['ram c3 sw 2'], '')).toContain('sheep e6: ram e6 n 1');
  });
});

describe('facts come from the view alone', () => {
  const view: HasteBockView = {
    ...anyView('playing', 2),
    ...{ seat: 0, track_phase: 2, facing: 'n', stone: 22, rows: [0, 4, 3, 0, 0, 0, 0, 0, 0], worth: [7, 3, 1] },
    ...{
      flock: [
        { colour: 'blue', cell: 'b8' },
        { colour: 'yellow', cell: 'c7' },
        { colour: 'red', cell: 'd8' },
      ],
    },
    ...{ banned_trough: 's', banned_side: 'left', scores: [5, 1, 0] },
  };
  const about = (thing: string): string[] => {
    const found = explain(thing, { view, players, components })!;
    return [found.title, ...found.facts].map(say);
  };

  test.each([
    ['sheep b8', ['Your sheep', 'Its row: 4 points.', 'You would get 7 points now.']],
    ['sheep c7', ['Ben’s sheep', 'Its row: 3 points.', 'Ben would get 3 points now.']],
    ['sheep d8', ['Nobody’s sheep']],
    ['card trough3', ['Trough 3', 'It moves the time stone by 3.', expect.stringMatching(/^Not down this time/)]],
    ['card turn1', ['Turn 1', 'It moves the time stone by 1.', expect.stringMatching(/^Not to the left this time/)]],
    ['played leap3', ['Leap 3', 'It moves the time stone by 3.', 'Already played, so out of the game.']],
    ['wall 24', ['A wall', 'The next scoring: wall in 3.']],
    ['wall 61', ['A wall']],
    ['stone', ['The time stone', 'It is on field 22.']],
    ['score 1', ['Ben’s points', '1 point so far.']],
    ['row 2', ['A row of the meadow', 'Each sheep in it: 4 points now.']],
    ['movement 0', ['No movement card']],
  ])('%s', (thing, said) => expect(about(thing)).toEqual(said));

  test.each(['wolf', '', 'sheep', 'sheep a1', 'card', 'card moo3', 'phase 0', 'phase 5', 'row 12', 'score 7'])(
    'nothing is said about an unknown thing: %s',
    (thing) => expect(explain(thing, { view, players, components })).toBeNull(),
  );
});

test.each(KINDS)('there is a moving picture of each action: %s', (kind) => {
  const { Picture, pictureProps } = explain(`card ${kind}1`, { view: anyView('playing', 3), players, components })!;
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const picture = mount(Picture!, { target: svg, props: pictureProps ?? {} });
  const moving = svg.querySelectorAll(kind === 'turn' ? '.turns' : '.goes');
  expect(moving.length).toBeGreaterThan(0);
  void unmount(picture);
});

test('a section of the path is a box on every side that it runs along', () => {
  expect(boxesOf(1, 12, 74)).toHaveLength(1);
  const [top, right] = boxesOf(12.5, 37.4, 74);
  expect([top!.height, right!.width]).toEqual([PATH, PATH]);
  expect(top!.x + top!.width).toBeGreaterThan(MEADOW);
  expect(right!.y + right!.height).toBeGreaterThan(MEADOW);
});
