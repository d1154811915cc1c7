// The board of Meine Schafe explains itself: everything drawn is a thing with an explanation in every language, and
// whatever cannot be chosen asks the server about a whole action.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { board } from '../src/boards/meine-schafe';
import { explain } from '../src/boards/meine-schafe/explain';
import { grip } from '../src/boards/meine-schafe/grip.svelte';
import { cellAt, gapsOf, spotOf } from '../src/boards/meine-schafe/layout';
import { askedFor } from '../src/boards/meine-schafe/offers';
import Explain from '../src/explain/Explain.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import type { Area, Laid, MeineSchafeView, Player, Tile } from '../src/types/meine-schafe';
import { say } from '../src/words/words.svelte';
import { shown } from './boards';
import { LANGUAGES, speak } from './languages';
import { PATIENT } from './patience';

const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));
const components = { bonus: { points: [6, 3, 1] } };
const COLOURS = ['black', 'yellow', 'red', 'blue'];
/** What the server reads as an action (games/meine_schafe/notation.py). */
const CELL = '(?:[ns][1-9]\\d?(?:[ew][1-9]\\d?)?|[ew][1-9]\\d?)';
const ACTION = new RegExp(
  `^(?:lay [A-Z]{1,3}\\d{0,4}[ab] ${CELL} 0|send [A-Z]{1,3}\\d{0,4} ${CELL}|show (?:${COLOURS.join('|')}) ${CELL}|out)$`,
);

/** The same numbers in every run. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
}

type Random = ReturnType<typeof random>;
const edgesFrom = (pick: Random): string => Array.from({ length: 4 }, () => 'KYRBVF'[pick(6)]).join('');

/** A table as no rules would allow it: the board must draw and explain whatever it is shown. */
function laidAt(pick: Random): Laid[] {
  const laid: Laid[] = [{ cell: 'start', tile: 'start', side: '', edges: 'VVVV', beast: null, under: null }];
  for (let number = 1; number <= 5 + pick(9); number += 1) {
    const gaps = gapsOf(laid, 10);
    const { cell } = gaps[pick(gaps.length)]!;
    const kind = pick(8);
    if (kind === 0) laid.push({ cell, tile: `W${number}`, side: 'a', edges: 'FFFF', beast: 'wolf', under: null });
    else if (kind === 1)
      laid.push({ cell, tile: `H${number}`, side: 'a', edges: 'FFFF', beast: 'hunter', under: pick(2) ? 'WK' : null });
    else if (kind === 2) laid.push({ cell, tile: '?', side: '', edges: 'KYRB'[pick(4)]!.repeat(4), beast: null, under: null });
    else laid.push({ cell, tile: `T${number}`, side: 'b', edges: edgesFrom(pick), beast: null, under: null });
  }
  return laid;
}

/** The areas of single tiles, as large and as dangerous as chance wants. */
const areasOf = (laid: Laid[], pick: Random): Area[] =>
  laid.flatMap(({ cell, edges }) =>
    [...new Set(edges)]
      .filter((motif) => motif !== 'V')
      .map((motif) => {
        const own = [...'nesw'].filter((_, edge) => edges[edge] === motif).join('');
        return {
          ...{ motif, edges: [`${cell}:${own}`], size: own.length, open: pick(3) },
          ...{ wolves: motif === 'F' ? pick(3) : 0, hunters: motif === 'F' ? pick(3) : 0, threatened: pick(3) === 0 },
        };
      }),
  );

const HAND: Tile[] = [
  { tile: 'T01', a: 'KKBB', b: 'VVBB', beast: null },
  { tile: 'T36', a: 'RRBB', b: 'FFFK', beast: null },
  { tile: 'WY', a: 'FFFF', b: 'YYYY', beast: 'wolf' },
  { tile: 'HR', a: 'FFFF', b: 'RRRR', beast: 'hunter' },
];

const PHASES = ['drawing', 'turn', 'beasts', 'extra', 'over'];

function viewOf(phase: string, seed: number): MeineSchafeView {
  const pick = random(seed);
  const laid = laidAt(pick);
  const over = phase === 'over';
  const active = pick(3);
  const table: Player[] = players.map(({ seat }) => ({
    ...{ hand: 4, bonus: pick(7), skipped: pick(3) === 0, out: pick(4) === 0 ? 1 : null },
    ...{ colours: seat === 0 || over ? [COLOURS[seat]!] : null, shown: pick(2) ? [COLOURS[seat]!] : [] },
  }));
  return {
    ...{ game: 'meine-schafe', seat: 0, waiting_for: over ? [] : [active], may_act: [0, 1, 2], scores: [1, 2, 3] },
    ...{ ranks: over ? [1, 2, 3] : null, phase, active: over ? null : active, drawing: pick(3), bag: pick(40), reach: 10 },
    special: phase === 'beasts' || phase === 'extra' ? active : null,
    ...{ laid, areas: areasOf(laid, pick), table, hand: HAND },
    settlement: over
      ? players.map(() => ({
          lines: [true, false].map((passed) => ({ colour: 'red', sheep: pick(9), passed })),
          ...{ times: 1 + pick(2), bonus: pick(4), points: 3 },
        }))
      : null,
  };
}

/** Legal actions of a view, by no rules at all: some of the tiles fit into some of the gaps. */
function legalOf({ phase, laid }: MeineSchafeView, seed: number): string[] {
  const pick = random(seed + 99);
  const cells = gapsOf(laid, 10).filter(() => pick(3) === 0);
  const lays = cells.map(({ cell }) => `lay ${['T01b', 'WYa', 'HRb'][pick(3)]} ${cell} ${pick(4)}`);
  const sends = cells.map(({ cell }) => `send ${['WY', 'HR'][pick(2)]} ${cell}`);
  if (phase === 'turn') return [...lays, ...sends, 'out', pick(2) ? `show black ${cells[0]?.cell ?? 'n1'}` : 'skip'];
  if (phase === 'beasts') return ['done', ...sends];
  return phase === 'extra' ? ['done', ...lays] : [];
}

/** The board with each draft that leads somewhere, and whether it shows the view itself and not a preview. */
function* pages(phase: string, seed: number): Generator<boolean> {
  const view = viewOf(phase, seed);
  const legal = legalOf(view, seed);
  const held = phase === 'turn' && view.active !== 0 ? { seat: 0, until: Date.now() + 9000 } : null;
  const page = shown(board, { view, players, components, legal, held });
  yield true;
  if (phase === 'turn') {
    grip.specials = true;
    flushSync();
    yield true;
  }
  for (const begun of ['lay', 'send', 'show', 'out']) {
    const action = legal.find((one) => one.startsWith(begun));
    if (action === undefined) continue;
    const chosen = action.split(' ').slice(0, 2).join(' ');
    for (const draft of [chosen, action]) {
      page.next({ draft });
      yield true;
    }
    page.next({
      draft: action,
      preview: { action, view: { ...view, drawing: 2 }, events: [] },
    });
    yield false;
    page.next({ draft: '', preview: null });
  }
  page.end();
}

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const SEEDS = [1, 2];

beforeEach(() => speak('en'));
afterEach(() => {
  grip.specials = false;
  document.body.innerHTML = '';
  vi.useRealTimers();
});

describe.each(PHASES)('%s', (phase) => {
  test.each(SEEDS)('everything drawn is a thing, and every thing is explained in every language (%i)', (seed) => {
    const { view, things } = collected(phase, seed);
    for (const language of LANGUAGES) {
      speak(language);
      for (const thing of things) {
        const found = explain(thing, { view, players, components });
        expect(found, thing).not.toBeNull();
        const [title, ...sentences] = [found!.title, found!.text, ...found!.facts].map(say);
        expect(title, thing).toMatch(/^[^{}]*[^.{}]$/);
        for (const sentence of sentences) expect(sentence, thing).toMatch(/^(?!.*(undefined|null|explain\.|ms\.))[^{}]+[.!]$/);
        expect(found!.clause).toMatch(/^MS-\d+\.\d+$/);
      }
    }
  });
});

/** All things that a view shows with any draft, after checking that nothing drawn is left out. */
function collected(phase: string, seed: number): { view: MeineSchafeView; things: Set<string> } {
  const view = viewOf(phase, seed);
  const things = new Set<string>();
  for (const real of pages(phase, seed)) {
    const drawn = all('.place, .refused, .bag, .face, .secret, .whistle, .special, .held, dl > div, .earned, [data-action]');
    for (const one of drawn) {
      expect(one.closest('[data-thing]'), one.outerHTML).not.toBeNull();
    }
    for (const { cell, beast } of view.laid)
      expect(all(`[data-thing="${beast ? 'beast' : 'tile'} ${cell}"]`), cell).toHaveLength(1);
    expect(all('[data-thing^="area "]')).toHaveLength(real ? view.areas.filter(({ size }) => size > 1).length : 0);
    for (const { dataset } of all('[data-thing]')) things.add(dataset['thing']!);
  }
  expect(things.size).toBeGreaterThan(view.laid.length);
  return { view, things };
}

describe('what cannot be chosen', () => {
  test('asks about a whole action that is not offered', () => {
    const asked = new Set<string>();
    for (const [phase, seed] of PHASES.flatMap((one) => SEEDS.map((number): [string, number] => [one, number]))) {
      const legal = legalOf(viewOf(phase, seed), seed);
      for (const _ of pages(phase, seed)) {
        for (const { dataset } of all('[data-refused]')) {
          expect(dataset['refused']).toMatch(ACTION);
          // The whistle is asked about by an action that is always possible when whistling is.
          if (dataset['refused'] !== 'out') expect(legal).not.toContain(dataset['refused']);
          expect([dataset['action'], dataset['draft']]).toEqual([undefined, undefined]);
          asked.add(dataset['refused']!.split(' ')[0]!);
        }
      }
    }
    expect([...asked].sort()).toEqual(['lay', 'out', 'send', 'show']);
  });

  test('a tile that fits nowhere is faded, and a tap on it asks the server', async () => {
    const view: MeineSchafeView = { ...viewOf('turn', 1), active: 0, waiting_for: [0] };
    const page = shown(board, { view, players, components, legal: ['skip', 'out'] });
    const asked: string[] = [];
    const whyNot = (action: string): Promise<null> => {
      asked.push(action);
      return Promise.resolve(null);
    };
    const layer = mount(Explain, {
      target: document.body,
      props: {
        explainer: new Explainer(),
        game: 'meine-schafe',
        board: board as never,
        shown: { view: view as never, players, components },
        whyNot,
      },
    });
    flushSync();
    const tile = all('[data-thing="hand T36b"]')[0]!;
    expect(tile.classList).toContain('idle');
    tile.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
    await vi.waitFor(() => expect(asked).toEqual([tile.dataset['refused']]), PATIENT);
    page.end();
    void unmount(layer);
  });

  test('the chosen tile asks about every gap where it is not offered, and only there', () => {
    const view: MeineSchafeView = { ...viewOf('turn', 2), active: 0, waiting_for: [0] };
    const gaps = gapsOf(view.laid, view.reach).map(({ cell }) => cell);
    const legal = [`lay T01a ${gaps[0]} 2`, `lay T36b ${gaps[1]} 0`];
    const page = shown(board, { view, players, components, legal, draft: 'lay T01a' });
    const refused = all('.refused').map(({ dataset }) => dataset['refused']);
    expect(refused.sort()).toEqual(
      gaps
        .slice(1)
        .map((cell) => `lay T01a ${cell} 0`)
        .sort(),
    );
    page.next({ draft: '' });
    expect(all('.refused')).toHaveLength(0);
    page.end();
  });

  test('the question is about a gap that faces the motifs of the tile, if there is one', () => {
    const gaps = [
      { cell: 'n1', faces: 'V' },
      { cell: 'e1', faces: 'VB' },
      { cell: 's1', faces: 'BB' },
    ];
    expect(['BBKR', 'KVKB', 'RRRR'].map((edges) => askedFor(edges, gaps))).toEqual(['s1', 'n1', 'n1']);
    expect(askedFor('BBBB', [])).toBe('n1');
  });
});

test('gaps are beside tiles, within the table, and know what they face', () => {
  const laid = [
    { cell: 'start', edges: 'VVVV' },
    { cell: 'n1', edges: 'BKVR' },
  ];
  expect(gapsOf(laid, 10)).toEqual([
    { cell: 'e1', faces: 'V' },
    { cell: 's1', faces: 'V' },
    { cell: 'w1', faces: 'V' },
    { cell: 'n2', faces: 'B' },
    { cell: 'n1e1', faces: 'K' },
    { cell: 'n1w1', faces: 'R' },
  ]);
  expect(gapsOf(laid, 1).map(({ cell }) => cell)).not.toContain('n2');
  for (const cell of ['start', 'n3', 's2w10', 'n1e4']) expect(cellAt(spotOf(cell))).toBe(cell);
});

test('nothing names a colour that nobody has shown, and those that are known say whose they are', () => {
  const view: MeineSchafeView = {
    ...viewOf('turn', 3),
    areas: [{ motif: 'K', edges: ['n1:ne'], size: 2, open: 0, wolves: 0, hunters: 0, threatened: true }],
  };
  const told = (thing: string, changes: Partial<Player> = {}, ranks: number[] | null = null): string => {
    const [own, ...others] = view.table.map((player) => ({ ...player, shown: [] }));
    const found = explain(thing, { view: { ...view, ranks, table: [{ ...own!, ...changes }, ...others] }, players, components });
    return [found!.title, found!.text, ...found!.facts].map(say).join(' ');
  };
  expect(told('area K n1:ne')).toMatch(/closed black pen.*2 sheep, no gap.*wolf beside it.*Nobody has shown/);
  expect(told('area K n1:ne', { shown: ['black'] })).toMatch(/They are yours/);
  expect(told('area K n1:ne', { colours: ['red'] }, [1, 2, 3])).toMatch(/belong to nobody/);
  expect(told('colour')).not.toMatch(/black|yellow|red|blue/);
  expect(told('colour', { shown: ['black'] })).toMatch(/Everybody knows it: black/);
});

test.each(['thunder', '', 'tile n9', 'hand T99a', 'area K n9:n', 'receipt cake'])('nobody explains %j', (thing) => {
  expect(explain(thing, { view: viewOf('turn', 1), players, components })).toBeNull();
});
