// Everything on the table of Volle Wolle is explained, in every phase and language, and says why it cannot be chosen.

import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Player } from '../src/boards/board';
import { board } from '../src/boards/volle-wolle';
import { explain } from '../src/boards/volle-wolle/explain';
import type { Receipt, Throw, VolleWolleView } from '../src/types/volle-wolle';
import { say } from '../src/words/words.svelte';
import { expectExplained, shown } from './boards';
import { LANGUAGES, speak } from './languages';

// What is on the cards matters here, not how sheep are drawn.
vi.mock('../src/art/Sheep.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Dog.svelte', () => ({ default: () => {} }));
vi.mock('../src/art/Patch.svelte', () => ({ default: () => {} }));

const FILE = '../src/sheepfold/games/volle_wolle/components.json';
const components = JSON.parse(readFileSync(FILE, 'utf8')) as { sheep: { cards: { id: string }[] } };
const CARDS = [...components.sheep.cards.map(({ id }) => id), 'dog', 'bone'];
const players: Player[] = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));
const PHASES = ['boards', 'laying out', 'bidding', 'rolling', 'help', 'leaving', 'taking', 'topping', 'grabbing', 'over'];

/** Random numbers below a limit, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

function anyView(phase: string, seed: number): VolleWolleView {
  const random = dice(seed + 7);
  const maybe = <T>(value: T): T | null => (random(2) === 0 ? value : null);
  const some = (count: number): string[] => Array.from({ length: count }, () => CARDS[random(CARDS.length)]!);
  const sheep = (): string => CARDS[random(CARDS.length - 2)]!;
  const thrown: Throw = {
    number: 1 + random(3),
    dice: [1 + random(12), maybe(1 + random(10)), 1 + random(8)],
    left: [random(2) === 0, random(2) === 0, false],
    modifier: random(6) - 3,
    needed: 14 + random(13),
    result: maybe(random(30)),
    more: random(3),
    earns: random(4),
    reach_bid: maybe({ plus: random(3), chips: random(3), result: 21 }),
    reach_14: maybe({ plus: 0, chips: 1, result: 14 }),
  };
  const receipt = (): Receipt => ({
    gone: maybe(['S28', 'S29']) ?? [],
    lines: ['white', 'black', '3-7-0', '0-0-7', 'dog', 'dogs', 'bone', 'most dogs', 'chips'].map((what) => ({
      ...{ what, count: 1 + random(4), points: random(20) - 5 },
    })),
  });
  const over = phase === 'over';
  return {
    game: 'volle-wolle',
    seat: maybe(random(3)),
    waiting_for: over ? [] : [random(3)],
    may_act: [],
    scores: [2, 2, 2],
    ranks: over ? [1, 2, 3] : null,
    phase,
    round: 1 + random(9),
    middle: some(random(6)),
    deck: random(50),
    stock: random(20),
    table: players.map((_, seat) => {
      const top = maybe(sheep());
      return {
        board: seat + 1,
        number: seat + 1,
        top,
        herd: top === null ? 0 : 1 + random(12),
        sheep: top === null ? null : maybe([top, 'S57']),
        dogs: random(3),
        bone: random(3) === 0,
        chips: random(4),
        has_bid: random(2) === 0,
        bid: maybe('26+'),
      };
    }),
    order: maybe([2, 0, 1]) ?? [],
    active: maybe(random(3)),
    throw: ['help', 'leaving', 'taking', 'rolling'].includes(phase) ? thrown : null,
    settlement: over ? players.map(receipt) : null,
  };
}

/** What is offered in a phase. */
function legalIn({ phase, middle }: VolleWolleView): string[] {
  if (phase === 'bidding') return Array.from({ length: 13 }, (_, index) => `bid ${14 + index}`);
  if (phase === 'leaving') return ['leave d8', 'leave d12'];
  if (phase === 'help') return ['decline', 'reach 14', 'reach bid'];
  if (phase === 'topping') return ['top S20', 'top S41'];
  if (phase === 'grabbing') return ['grab', 'spare'];
  return phase === 'taking' && middle.length > 1 ? [`take ${middle[0]} ${middle[1]}`] : [];
}

test.each(PHASES)('all that is drawn is explained in every language: %s', (phase) => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 8; seed += 1) {
    const view = anyView(phase, seed);
    const page = shown(board, { view, players, components, legal: legalIn(view) });
    for (const language of LANGUAGES) {
      speak(language);
      for (const thing of expectExplained(explain, { view, players, components })) seen.add(thing.split(' ')[0]!);
    }
    // Only tokens of players and their crowns say nothing.
    expect([...document.querySelectorAll('svg')].filter((one) => !one.closest('[data-thing], .name, h3'))).toEqual([]);
    page.end();
  }
  expect([...seen]).toEqual(expect.arrayContaining(['herd', 'chip', ...(phase === 'over' ? ['line'] : ['card', 'die', 'peg'])]));
});

describe('a card', () => {
  const view = anyView('bidding', 1);
  const about = (thing: string): string[] => {
    speak('en');
    const found = explain(thing, { view, players, components })!;
    return [found.title, ...found.facts].map(say);
  };

  test('says what it is worth and what its marks do', () => {
    expect(about('card S07')).toEqual([
      'Black sheep',
      'Worth −5 at the end.',
      'On top of a herd: +2 for its owner’s throws, if wanted.',
      'Number 7: lower ones go first in a tie.',
    ]);
    expect(about('mark minus 3')).toEqual(['Minus 3']);
    expect(about('card dog')).toEqual(['Sheep dog']);
  });

  test('has facts of the moment from the view alone', () => {
    const seen = { ...view, deck: 1, stock: 0 };
    const facts = (thing: string): string[] => explain(thing, { view: seen, players, components })!.facts.map(say);
    expect([facts('pile'), facts('chip stock')]).toEqual([['One card is left.'], ['The stock is empty.']]);
  });

  test.each(['wolf', 'card', 'die 7', 'herd 9', 'peg x', ''])('nothing is said about an unknown thing: %s', (thing) => {
    if (thing === 'card') return expect(about(thing)).toEqual(['Sheep']);
    expect(explain(thing, { view, players, components })).toBeNull();
  });
});

test('what cannot be chosen now says which action it would be, and nothing else does', () => {
  const view = { ...anyView('bidding', 3), seat: 0, middle: ['S07', 'dog'] };
  const page = shown(board, { view, players, components, legal: legalIn(view) });
  const refused = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('[data-refused]')].map(({ dataset }) => dataset['refused']!).sort();
  expect(refused()).toEqual(['bid 26+', 'leave d10', 'leave d12', 'leave d8', 'take S07', 'take dog']);
  const leaving = { ...anyView('leaving', 3), middle: ['S07'] };
  page.next({ view: leaving, legal: legalIn(leaving) });
  expect(refused()).toEqual(['leave d10', 'take S07']);
  page.end();
});
