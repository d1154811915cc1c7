// What the things on this table are, and what the view says about them right now.

import Bone from '../../art/Bone.svelte';
import Card from '../../art/Card.svelte';
import Die from '../../art/Die.svelte';
import Dog from '../../art/Dog.svelte';
import WoolChip from '../../art/WoolChip.svelte';
import type { VolleWolleView } from '../../types/volle-wolle';
import type { Phrase } from '../../words/words.svelte';
import { pictured, type Explain, type Explanation } from '../board';
import { nameOf } from '../naming';
import { SIDES } from './animation';
import { cardOf, faceOf, minused } from './parts';
import Peg from './Peg.svelte';
import { signed } from './phrases';

type Given = Parameters<Explain<VolleWolleView>>[1];
type Values = Phrase['values'];

/** The words for a thing: a title and a text, which both take the values. */
const about = (key: string, clause: string, more: Partial<Explanation> = {}, values: Values = {}): Explanation => ({
  title: { key: `explain.volle-wolle.${key}`, values },
  text: { key: `explain.volle-wolle.${key}.text`, values },
  facts: [],
  clause,
  Picture: null,
  ...more,
});

const CARD_BOX = '-50 -70 100 140';
const PEG_BOX = '-12 -24 24 48';

/** What is on a card, or counted in a line of the settlement: its words and its clause. */
const KINDS: Record<string, [key: string, clause: string]> = {
  white: ['white', 'VW-5.1'],
  black: ['black', 'VW-5.4'],
  '3-7-0': ['three_seven_zero', 'VW-5.2'],
  '0-0-7': ['zero_zero_seven', 'VW-5.3'],
  dog: ['dog', 'VW-5.5'],
  dogs: ['dog', 'VW-5.9'],
  bone: ['bone', 'VW-5.8'],
  chips: ['chip', 'VW-1.4'],
  'most dogs': ['most_dogs', 'VW-5.7'],
  gone: ['gone', 'VW-5.6'],
};
const kindOf = (kind: string, more: Partial<Explanation> = {}): Explanation =>
  about(...(KINDS[kind] ?? ['sheep', 'VW-1.1']), more);

/** What a card does on top of a herd. */
function marksOf(id: string, { components }: Given): Phrase[] {
  const { number, modifier = 0 } = cardOf(components, id);
  const facts: Phrase[] = [];
  if (modifier !== 0)
    facts.push({
      key: 'explain.volle-wolle.fact.modifier',
      values: { sign: modifier > 0 ? 'plus' : 'minus', value: signed(modifier) },
    });
  if (number !== undefined) facts.push({ key: 'explain.volle-wolle.fact.number', values: { number } });
  return facts;
}

function card(id: string, given: Given): Explanation {
  const { kind, points, bone = false } = cardOf(given.components, id);
  const facts = marksOf(id, given);
  if (bone) facts.unshift({ key: 'explain.volle-wolle.fact.symbol' });
  if (points !== undefined) facts.unshift({ key: 'explain.volle-wolle.fact.points', values: { points: minused(points) } });
  return kindOf(kind, { facts, ...pictured(Card, faceOf(given.components, id), CARD_BOX) });
}

/** What is printed on a card: `mark plus 2`. */
function mark([kind, value = '']: string[]): Explanation | null {
  switch (kind) {
    case 'number':
      return about('mark_number', 'VW-2.5', {}, { value });
    case 'plus':
      return about('mark_plus', 'VW-3.4', {}, { value });
    case 'minus':
      return about('mark_minus', 'VW-3.4', {}, { value });
    case 'bone':
      return about('mark_bone', 'VW-4.4', pictured(Bone, {}));
    default:
      return kindOf(kind ?? '');
  }
}

function die(name: string, { view }: Given): Explanation | null {
  const at = SIDES.findIndex((sides) => `${sides}` === name);
  const sides = SIDES[at];
  if (sides === undefined) return null;
  const value = view.throw?.dice[at] ?? null;
  const kept = view.throw?.left[at] ?? false;
  const facts: Phrase[] =
    value === null ? [] : [{ key: 'explain.volle-wolle.fact.die', values: { value, kept: kept ? 'yes' : 'no' } }];
  return about('die', 'VW-3.2', { facts, ...pictured(Die, { sides, value, kept }) }, { sides });
}

function bid(number: string): Explanation {
  const [key, clause] = number.endsWith('+') ? ['bid_plus', 'VW-2.6'] : ['bid', 'VW-2.4'];
  return about(key, clause, pictured(Peg, {}, PEG_BOX), { bid: number });
}

/** What belongs to a player. */
function belonging(kind: string, seat: number, given: Given): Explanation | null {
  const player = given.view.table[seat];
  if (player === undefined) return null;
  const name = nameOf(given.players, seat);
  const fact = (key: string, values: Values = {}): Phrase[] => [
    { key: `explain.volle-wolle.fact.${key}`, values: { name, ...values } },
  ];
  switch (kind) {
    case 'chip':
      return kindOf('chips', { facts: fact('owned', { count: player.chips }), ...pictured(WoolChip, {}) });
    case 'dogs':
      return kindOf('dog', { facts: fact('owned', { count: player.dogs }), ...pictured(Dog, { bone: false }) });
    case 'bone':
      return kindOf('bone', { facts: player.bone ? fact('bone') : [], ...pictured(Bone, {}) });
    case 'herd': {
      const facts = fact('herd', { count: player.herd });
      if (player.top === null) return about('herd', 'VW-4.1', { facts }, { name });
      const { top } = player;
      const picture = pictured(Card, faceOf(given.components, top), CARD_BOX);
      return about('herd', 'VW-4.1', { facts: [...facts, ...marksOf(top, given)], ...picture }, { name });
    }
    case 'number': {
      const value = player.number ?? player.board ?? 0;
      return about('mark_number', 'VW-2.5', { facts: player.top === null ? fact('board') : [] }, { value });
    }
    case 'peg': {
      const bids = player.bid !== null ? 'shown' : player.has_bid ? 'hidden' : 'none';
      const place = given.view.order.indexOf(seat) + 1;
      const facts = fact('bid', { bids, bid: player.bid ?? '', place });
      return about('peg', 'VW-2.4', { facts, ...pictured(Peg, {}, PEG_BOX) }, { name });
    }
    default:
      return null;
  }
}

/** The parts of a throw's sum, and what it is for. */
const PARTS: Record<string, [key: string, clause: string]> = {
  'sum minus': ['sum_minus', 'VW-3.4'],
  'sum plus': ['sum_plus', 'VW-3.4'],
  'sum chips': ['sum_chips', 'VW-3.4'],
  'sum result': ['sum_result', 'VW-3.4'],
  'sum goal': ['sum_goal', 'VW-3.5'],
  'goal bid': ['goal_bid', 'VW-3.8'],
  'goal 14': ['goal_14', 'VW-3.10'],
  'goal none': ['goal_none', 'VW-3.7'],
};

export const explain: Explain<VolleWolleView> = (thing, given) => {
  const { view } = given;
  const [kind = '', ...rest] = thing.split(' ');
  const id = rest.join(' ');
  if (PARTS[thing]) return about(...PARTS[thing]);
  const count = (key: string, count: number): Phrase[] => [{ key: `explain.volle-wolle.fact.${key}`, values: { count } }];
  switch (thing) {
    case 'chip stock':
      return kindOf('chips', { facts: count('stock', view.stock), ...pictured(WoolChip, {}) });
    case 'pile':
      return about('pile', 'VW-2.1', {
        facts: count('pile', view.deck),
        ...pictured(Card, { kind: 'white', faceDown: true }, CARD_BOX),
      });
    case 'earns':
      return about('sum_goal', 'VW-3.5', { facts: view.throw ? count('earns', view.throw.earns) : [] });
  }
  switch (kind) {
    case 'card':
      return card(id, given);
    case 'mark':
      return mark(rest);
    case 'die':
      return die(id, given);
    case 'bid':
      return bid(id);
    case 'line':
      return kindOf(id);
    default:
      return belonging(kind, Number(id), given);
  }
};
