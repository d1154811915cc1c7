// Everything on the table of Schafe schubsen is explained, in every phase and language, and says why it cannot be chosen.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Player } from '../src/boards/board';
import { board } from '../src/boards/schafe-schubsen';
import { explain } from '../src/boards/schafe-schubsen/explain';
import type { SchafeSchubsenView, Sheep } from '../src/types/schafe-schubsen';
import { say } from '../src/words/words.svelte';
import { expectExplained, shown } from './boards';
import { LANGUAGES, speak } from './languages';

// What lies there matters here, not how sheep are drawn.
vi.mock('../src/art/Sheep.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Patch.svelte', () => ({ default: () => {} }));

interface Components extends Record<string, unknown> {
  water: { sides: { side: string; fields: number[] }[] };
}
const FILE = '../src/sheepfold/games/schafe_schubsen/components.json';
const components = JSON.parse(readFileSync(FILE, 'utf8')) as Components;
const SIDES = Object.fromEntries(components.water.sides.map(({ side, fields }) => [side, fields]));
const CLOVERS = ['back5', 'back10', 'back15', 'back20', 'change2', 'change4', 'change6', 'change9'];
const players: Player[] = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));
/** The last one is seen by a spectator. */
const SEEDS = 4;
const PHASES = ['layout', 'start', 'laying', 'clovers', 'turning', 'taking', 'over'];
/** What the server reads as an action (games/schafe_schubsen/notation.py), and what else it has a reason for: too many
 * cards, or one of them twice (reasons.py). */
const ACTION = /^(?:lay \d{1,4}|(?:use|take) (?:back|change)[1-9]\d?|go (?:0|[1-9]\d{0,5})|side [12][AB])$/;

/** Random numbers below a limit, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

function anyView(phase: string, seed: number): SchafeSchubsenView {
  const random = dice(seed + 11);
  const maybe = <T>(value: T): T | null => (random(2) === 0 ? value : null);
  const some = (): Record<string, number> =>
    Object.fromEntries(CLOVERS.filter(() => random(3) === 0).map((clover) => [clover, 1 + random(2)]));
  const boards = phase === 'layout' ? [] : (maybe(['1A', '2B']) ?? ['2A', '1B']);
  const over = phase === 'over';
  const out = over ? 0 : random(6);
  const sheep = players.map((_, seat): Sheep => {
    const field = seat === out ? null : random(4) === 0 ? 0 : random(200);
    return {
      ...{ field, rings: random(5), clovers: field === null ? {} : some(), cards: maybe(random(10)) },
      ...{ has_laid: phase !== 'laying' || random(2) === 0, revealed: phase === 'laying' ? null : maybe('087') },
      distance: maybe(87),
    };
  });
  const mine = phase !== 'laying' && phase !== 'start' && phase !== 'layout';
  return {
    ...{
      game: 'schafe-schubsen',
      seat: seed === SEEDS - 1 ? null : 1,
      waiting_for: over ? [] : [1],
      may_act: [],
      scores: [0, 0, 0],
    },
    ...{ ranks: over ? [3, 1, 2] : null, phase, round: 1 + random(9), boards, sides: SIDES },
    water: boards.flatMap((side, index) => SIDES[side]!.map((field) => field + 100 * index)),
    ...{ shared_start: random(2) === 0, sheep, supply: some(), start: random(3), active: mine ? 1 : null },
    ...{ back: phase === 'clovers' ? 5 * random(3) : 0, change: phase === 'clovers' ? random(5) : 0 },
    ...{
      angel: seed === 0 ? 0 : maybe(random(3)),
      devil: seed === 0 ? 2 : maybe(random(3)),
      hand: [0, 2, 5, 8, 9].slice(random(3)),
      laid: mine ? '36' : null,
    },
  };
}

/** What is offered in a phase: some of what might be. */
function legalIn({ phase, hand, boards, sheep, supply }: SchafeSchubsenView): string[] {
  const clovers = Object.keys(sheep[1]!.clovers);
  if (phase === 'laying')
    return (hand ?? []).flatMap((one) => [`lay ${one}`, ...(one === 9 ? [] : [`lay ${one}9`, `lay ${one}93`])]);
  if (phase === 'clovers') return ['go 34', 'go 35', 'go 36', 'go 37', ...clovers.slice(1).map((clover) => `use ${clover}`)];
  if (phase === 'turning') return [`side ${boards[0]![0]}A`, `side ${boards[0]![0]}B`];
  return phase === 'taking' ? Object.keys(supply).map((clover) => `take ${clover}`) : [];
}

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
const refused = (): string[] => all('[data-refused]').map(({ dataset }) => dataset['refused']!);

/** The board in a phase, with every draft of interest. */
function* pages(phase: string, seed: number): Generator<{ view: SchafeSchubsenView; legal: string[] }> {
  const view = anyView(phase, seed);
  const legal = view.seat === null ? [] : legalIn(view);
  const page = shown(board, { view, players, components, legal });
  yield { view, legal };
  for (const draft of legal.filter((action) => /^(go|lay \d9)/.test(action)).slice(0, 3)) {
    page.next({ draft });
    yield { view, legal };
  }
  page.end();
}

let room = 1000;
beforeEach(() => {
  speak('en');
  room = 1000;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

/** Whatever is refused is an action, is not offered, and is no control. */
function expectRefused(legal: string[]): void {
  for (const action of refused()) {
    expect(action).toMatch(ACTION);
    expect(legal).not.toContain(action);
  }
  expect(all('[data-refused]').filter(({ dataset }) => dataset['action'] ?? dataset['draft'])).toEqual([]);
}

/** What every phase shows, and what only this one does. */
const KINDS: Record<string, string[]> = {
  layout: [],
  start: ['card'],
  laying: ['card', 'slot', 'discard', 'distance'],
  clovers: ['distance'],
  turning: ['side'],
  taking: [],
  over: ['place'],
};

test.each(PHASES)('all that is drawn is explained in every language, and what is refused is not offered: %s', (phase) => {
  const seen = new Set<string>();
  for (let seed = 0; seed < SEEDS; seed += 1) {
    for (const { view, legal } of pages(phase, seed)) {
      expectRefused(legal);
      for (const language of LANGUAGES) {
        speak(language);
        for (const thing of expectExplained(explain, { view, players, components })) seen.add(thing.split(' ')[0]!);
      }
      const drawn = all('svg, .card, .slot, .distance, .clover, .good, .side, .do, .place, .puddle');
      // The dyke as a whole is no thing, but its boards and fields are.
      for (const one of drawn)
        if (one.getAttribute('role') !== 'group') expect(one.closest('[data-thing]'), one.outerHTML).not.toBeNull();
      if (phase !== 'layout') {
        const fields = all('[data-thing^="field "]').map(({ dataset }) => dataset['thing']);
        expect(fields.sort()).toEqual(Array.from({ length: 200 }, (_, field) => `field ${field}`).sort());
        expect(
          all('[data-thing^="board "]')
            .map(({ dataset }) => dataset['thing']!.slice(6))
            .sort(),
        ).toEqual([...view.boards].sort());
      }
      for (const [seat, { field }] of view.sheep.entries())
        expect(all(`.sheep[data-thing="sheep ${seat}"]`)).toHaveLength(field === null ? 0 : 1);
    }
  }
  const everywhere = ['sheep', 'rings', 'clovers', 'clover', 'angel', 'devil', 'sea'];
  const own = [...KINDS[phase]!, phase === 'over' ? 'place' : 'cards', ...(phase === 'layout' ? [] : ['board', 'field'])];
  expect([...seen]).toEqual(expect.arrayContaining([...everywhere, ...own]));
});

test('where only a part of the dyke is seen, only that part can be asked about', () => {
  room = 380;
  const view = { ...anyView('laying', 0), boards: ['1A', '2A'] };
  const sheep = [10, 60, 150].map((field) => ({ ...view.sheep[0]!, field }));
  const page = shown(board, { view: { ...view, seat: 0, sheep }, players, components, legal: ['lay 1'] });
  expect(all('.sheep[data-thing], .board[data-thing], [data-thing=sea]').map(({ dataset }) => dataset['thing'])).toEqual([
    'board 1A',
    'sheep 0',
    'sheep 1',
  ]);
  expect(expectExplained(explain, { view, players, components })).toContain('overview');
  page.end();
});

describe('in words', () => {
  const view = { ...anyView('laying', 0), seat: 0, boards: ['1A', '2A'], water: [7, 50, 103], shared_start: false };
  const sheep = (field: number | null, more: Partial<Sheep> = {}): Sheep => ({
    ...{ field, rings: 2, clovers: {}, cards: 8, has_laid: true, revealed: null, distance: null },
    ...more,
  });
  const about = (thing: string, changes: Partial<SchafeSchubsenView> = {}): string[] => {
    const found = explain(thing, { view: { ...view, ...changes }, players, components })!;
    return [found.title, ...found.facts].map(say);
  };
  const flock = [sheep(34), sheep(50), sheep(50, { rings: 0 })];

  test('a field says who is there and how far it is', () => {
    expect(about('field 50', { sheep: flock })).toEqual([
      'Water on field 50',
      'Ben and Cleo are here.',
      'From your sheep it is 16.',
    ]);
    expect(about('field 12', { sheep: flock })).toEqual(['Field 12']);
    expect(about('field 0', { sheep: flock })).toEqual(['Field 0']);
    expect(about('field 0', { sheep: flock, shared_start: true })).toEqual(['Field 0, the start']);
  });

  test('a board says where its water is, and which sheep are on it', () => {
    const [title, water, here] = about('board 2A', { sheep: [sheep(34), sheep(150), sheep(null)] });
    expect([title, here]).toEqual(['The second board, side 2A up', 'On it: Ben (150).']);
    expect(water).toMatch(/^Water: 103, 104, .* and 192\.$/);
  });

  test('a player’s things say what the player has', () => {
    const cleo = sheep(50, { rings: 0, clovers: { back5: 2, change4: 1 }, revealed: '087', distance: 87 });
    const changes = { sheep: [sheep(34), sheep(null), cleo], angel: 2, devil: 0, supply: { back5: 1 } };
    expect(about('sheep 2', changes)).toEqual(['The sheep of Cleo', 'Cleo stands on 50, in the water, without a ring.']);
    expect(about('sheep 1', changes)).toEqual(['The sheep of Ben', 'Ben is out.']);
    expect(about('rings 2', changes)).toEqual(['Life rings', 'Cleo has none.']);
    expect(about('clovers 2', changes).slice(1)).toEqual(['2 × Walk back 5.', '1 × Change distance by up to 4.']);
    expect(about('cards 2', changes).slice(1)).toEqual(['Cleo has revealed 087.', '8 cards are in hand.']);
    expect(about('angel', changes)).toEqual(['The angel', 'Cleo has it, with 87.']);
    expect(about('devil', changes)).toEqual(['The devil', 'Ada has it.']);
    expect(about('clover back5', changes)).toEqual(['Clover: walk back 5', 'One is left in the supply.', 'Cleo has 2.']);
  });

  test('my cards say what they count, and a distance where it leads', () => {
    expect(about('slot tens 3')).toEqual(['Tens', 'The 3 counts 30 here.']);
    expect(about('discard 7', { hand: [1, 2, 3, 4] })).toEqual(['The 7 on your discard pile', '4 cards are in hand.']);
    expect(about('distance 16', { sheep: flock })).toEqual(['Distance 16', '16 takes you to 50, into the water.']);
  });

  test.each(['wolf', 'field 200', 'field x', 'board 3A', 'side 3A', 'clover four', 'slot', 'sheep 9', 'place 0', 'distance', ''])(
    'nothing is said about an unknown thing: %s',
    (thing) => expect(explain(thing, { view, players, components })).toBeNull(),
  );
});

describe('what cannot be chosen', () => {
  const own: Sheep = {
    field: 34,
    rings: 2,
    clovers: { back5: 1, change4: 2 },
    cards: 4,
    has_laid: false,
    revealed: null,
    distance: null,
  };
  const mine = (changes: Partial<SchafeSchubsenView>): SchafeSchubsenView => ({
    ...anyView('laying', 1),
    ...{
      seat: 0,
      sheep: [own, { ...own, field: 50 }, { ...own, field: 120 }],
      boards: ['1A', '2A'],
      supply: { back20: 1 },
      hand: [1, 2, 3, 4],
    },
    ...{ back: 0, change: 0, ...changes },
  });
  const show = (changes: Partial<SchafeSchubsenView>, legal: string[], draft = ''): string[] => {
    const page = shown(board, { view: mine(changes), players, components, legal, draft });
    const found = refused().sort();
    page.end();
    return found;
  };
  const discarded = ['lay 0', 'lay 5', 'lay 6', 'lay 7', 'lay 8', 'lay 9'];
  const clovers = ['take back20', 'use back5', 'use change4'];

  test('while cards are laid: cards of the discard pile, and clovers', () => {
    expect(show({}, ['lay 1', 'lay 2', 'lay 3', 'lay 4'])).toEqual([...discarded, ...clovers]);
  });

  test('a card that is drafted already, and a fourth one', () => {
    const legal = ['lay 1', 'lay 12', 'lay 123', 'lay 2', 'lay 3', 'lay 4'];
    expect(show({}, legal, 'lay 123')).toEqual([
      ...discarded.slice(0, 1),
      'lay 1231',
      'lay 1232',
      'lay 1233',
      'lay 1234',
      ...discarded.slice(1),
      ...clovers,
    ]);
  });

  test('my cards while the others lay', () => {
    expect(show({ laid: '12', hand: [3, 4], waiting_for: [1] }, [])).toEqual([...discarded, 'lay 3', 'lay 4', ...clovers].sort());
  });

  test('a clover that cannot be used, the distances next to those that can, and every other field ahead', () => {
    const found = show({ phase: 'clovers', active: 0, laid: '12', change: 1, back: 5 }, [
      'go 11',
      'go 12',
      'go 13',
      'use change4',
    ]);
    const walks = Array.from({ length: 200 - 29 }, (_, distance) => distance).filter((one) => one < 11 || one > 13);
    expect(found).toEqual([...walks.map((one) => `go ${one}`), 'go 10', 'go 14', 'take back20', 'use back5'].sort());
  });

  test('the board that is not turned', () => {
    expect(show({ phase: 'turning', active: 0, laid: '12' }, ['side 1A', 'side 1B'])).toEqual(['side 2A', 'take back20']);
  });

  test('nothing that is offered in the supply', () => {
    expect(show({ phase: 'taking', laid: '12', supply: { back20: 1, change2: 2 } }, ['take back20'])).toEqual([
      'take change2',
      'take change2',
    ]);
  });
});
