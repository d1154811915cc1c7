// What the things on this table are, and what the view says about them right now.

import Angel from '../../art/Angel.svelte';
import CloverArt from '../../art/Clover.svelte';
import Crown from '../../art/Crown.svelte';
import Devil from '../../art/Devil.svelte';
import NumberCard from '../../art/NumberCard.svelte';
import Ring from '../../art/Ring.svelte';
import Sheep from '../../art/Sheep.svelte';
import Splash from '../../art/Splash.svelte';
import type { SchafeSchubsenView } from '../../types/schafe-schubsen';
import type { Phrase } from '../../words/words.svelte';
import { pictured, type Explain, type Explanation } from '../board';
import { listed, nameOf } from '../naming';
import Field from './Field.svelte';
import { BOARD, END, FIELDS } from './layout';
import { groundOf, order, previewOf, sheepOf } from './look';
import { cloverOf } from './offers';
import { cloverPhrase, previewPhrase } from './phrases';
import Plan from './Plan.svelte';

type Given = Parameters<Explain<SchafeSchubsenView>>[1];
type Values = Phrase['values'];

/** The words for a thing: a title and a text, which both take the values. */
const about = (key: string, clause: string, more: Partial<Explanation> = {}, values: Values = {}): Explanation => ({
  title: { key: `explain.schafe-schubsen.${key}`, values },
  text: { key: `explain.schafe-schubsen.${key}.text`, values },
  facts: [],
  clause,
  Picture: null,
  ...more,
});
const fact = (key: string, values: Values = {}): Phrase => ({ key: `explain.schafe-schubsen.fact.${key}`, values });

const CARD_BOX = '-50 -70 100 140';
const FIELD_BOX = '-32 -32 64 64';
const PLAN_BOX = `-8 -8 ${BOARD + 16} ${BOARD + 16}`;

const colourOf = ({ players }: Given, seat: number | null): number =>
  players.find((player) => player.seat === seat)?.colour ?? seat ?? 5;
const cardOf = (given: Given, digit: number | null, seat = given.view.seat): Pick<Explanation, 'Picture' | 'pictureProps'> =>
  pictured(NumberCard, { digit, colour: colourOf(given, seat) }, CARD_BOX);

/** The seats whose sheep are on these fields, the first in front. */
const seatsOn = ({ view }: Given, from: number, to: number): number[] =>
  order(view).filter((seat) => view.sheep[seat]!.field! >= from && view.sheep[seat]!.field! <= to);

function field(number: number, given: Given): Explanation | null {
  const { view, players } = given;
  if (!(number >= 0 && number < END)) return null;
  const wet = groundOf(view, number) === 'wet';
  const here = seatsOn(given, number, number);
  const facts: Phrase[] = [];
  if (here.length > 0) facts.push(fact('here', { names: listed(here.map((seat) => nameOf(players, seat))), count: here.length }));
  const own = sheepOf(view, view.seat)?.field ?? null;
  if (own !== null && number > own) facts.push(fact('ahead', { distance: number - own }));
  const sheep = here.map((seat) => colourOf(given, seat));
  const more = { facts, ...pictured(Field, { field: number, wet, sheep }, FIELD_BOX) };
  const values = { field: number };
  if (number === 0 && view.shared_start) return about('start', 'SS-4.9', more, values);
  return wet ? about('water', 'SS-4.3', more, values) : about('field', 'SS-4.1', more, values);
}

function board(side: string, given: Given): Explanation | null {
  const { view, players } = given;
  const index = view.boards.indexOf(side);
  if (index < 0) return null;
  const water = view.sides[side] ?? [];
  const wet = water.map((one) => `${one + index * FIELDS}`);
  const here = seatsOn(given, index * FIELDS, index * FIELDS + FIELDS - 1).map(
    (seat) => `${nameOf(players, seat)} (${view.sheep[seat]!.field})`,
  );
  const facts = [
    fact('wet', { fields: listed(wet), count: wet.length }),
    fact('flock', { names: listed(here), count: here.length }),
  ];
  const more = { facts, ...pictured(Plan, { water }, PLAN_BOX) };
  return index === 0 ? about('board_first', 'SS-4.6', more, { side }) : about('board_second', 'SS-4.5', more, { side });
}

function side(name: string, { view }: Given): Explanation | null {
  const water = view.sides[name];
  if (water === undefined) return null;
  const facts = [fact('puddles', { count: water.length })];
  if (view.boards.includes(name)) facts.push(fact('up'));
  return about('side', 'SS-4.6', { facts, ...pictured(Plan, { water }, PLAN_BOX) }, { side: name });
}

function clover(text: string, { view, players }: Given): Explanation | null {
  if (!/^(back|change)\d+$/.test(text)) return null;
  const { kind, value } = cloverOf(text);
  const owners = view.sheep.flatMap(({ clovers }, seat) => {
    const count = clovers[text] ?? 0;
    return count > 0 ? [fact('owned', { name: nameOf(players, seat), count })] : [];
  });
  const facts = [fact('supply', { count: view.supply[text] ?? 0 }), ...owners];
  const more = { facts, ...pictured(CloverArt, { kind, value }) };
  return kind === 'back' ? about('clover_back', 'SS-7.1', more, { value }) : about('clover_change', 'SS-7.3', more, { value });
}

const SLOTS: Record<string, number> = { hundreds: 100, tens: 10, ones: 1 };

function slot([name = '', digit]: string[], given: Given): Explanation | null {
  const worth = SLOTS[name];
  if (worth === undefined) return null;
  const facts = digit === undefined ? [] : [fact('slot', { digit, value: Number(digit) * worth })];
  const picture = digit === undefined ? {} : cardOf(given, Number(digit));
  return about(name, 'SS-3.3', { facts, ...picture });
}

function distance(number: number, given: Given): Explanation | null {
  if (!Number.isInteger(number)) return null;
  const { view } = given;
  const preview = previewOf(view, number);
  const facts = preview ? [previewPhrase(preview)] : [];
  const picture = pictured(Sheep, { colour: colourOf(given, view.seat), letter: true });
  return about('distance', 'SS-3.3', { facts, ...picture }, { distance: number });
}

/** The angel or the devil: with whom it is. */
function holder(kind: 'angel' | 'devil', { view, players }: Given): Explanation {
  const seat = view[kind];
  const by = sheepOf(view, seat);
  const facts =
    seat === null
      ? []
      : [fact('holder', { name: nameOf(players, seat), with: by?.distance == null ? 'no' : 'yes', distance: by?.distance ?? 0 })];
  return about(kind, 'SS-3.5', { facts, ...pictured(kind === 'angel' ? Angel : Devil, {}) });
}

/** What belongs to a player. */
function belonging(kind: string, seat: number, given: Given): Explanation | null {
  const { view, players } = given;
  const owner = sheepOf(view, seat);
  if (owner === null) return null;
  const name = nameOf(players, seat);
  const colour = colourOf(given, seat);
  switch (kind) {
    case 'sheep': {
      const facts = [
        owner.field === null
          ? fact('out', { name })
          : {
              key: 'ss.describe.sheep',
              values: { name, field: owner.field, rings: owner.rings, ground: groundOf(view, owner.field) },
            },
      ];
      return about('sheep', 'SS-8.1', { facts, ...pictured(Sheep, { colour, letter: true }) }, { name });
    }
    case 'rings':
      return about('rings', 'SS-4.4', { facts: [fact('owned', { name, count: owner.rings })], ...pictured(Ring, {}) });
    case 'cards': {
      const state = owner.field === null ? 'out' : owner.revealed !== null ? 'shown' : owner.has_laid ? 'hidden' : 'none';
      const facts = [fact('laid', { state, name, digits: owner.revealed ?? '' })];
      if (owner.field !== null) facts.push(fact('hand', { known: owner.cards === null ? 'no' : 'yes', count: owner.cards ?? 0 }));
      const digit = owner.revealed?.[0];
      return about('cards', 'SS-2.3', { facts, ...cardOf(given, digit === undefined ? null : Number(digit), seat) }, { name });
    }
    case 'clovers': {
      const held = Object.entries(owner.clovers);
      const facts = held.map(([text, count]) => fact('kind', { count, clover: cloverPhrase(text) }));
      const first = held[0] === undefined ? {} : pictured(CloverArt, cloverOf(held[0][0]));
      return about('clovers', 'SS-3.2', { facts, ...first }, { name });
    }
    case 'place': {
      const place = view.ranks?.[seat];
      if (place === undefined) return null;
      return about('place', 'SS-8.3', place === 1 ? pictured(Crown, {}) : pictured(Sheep, { colour, letter: true }), {
        name,
        place,
      });
    }
    default:
      return null;
  }
}

export const explain: Explain<SchafeSchubsenView> = (thing, given) => {
  const { view, players } = given;
  const [kind = '', ...rest] = thing.split(' ');
  const id = rest.join(' ');
  switch (kind) {
    case 'field':
      return field(Number(id), given);
    case 'board':
      return board(id, given);
    case 'side':
      return side(id, given);
    case 'sea':
      return about('sea', 'SS-4.5', pictured(Splash, { still: true }));
    case 'overview': {
      const facts = order(view).map((seat) => fact('stands', { name: nameOf(players, seat), field: view.sheep[seat]!.field }));
      return about('overview', 'SS-1.2', { facts });
    }
    case 'clover':
      return clover(id, given);
    case 'card':
      return id === '0'
        ? about('card_zero', 'SS-2.2', cardOf(given, 0))
        : about('card', 'SS-2.1', cardOf(given, Number(id)), { digit: id, tens: Number(id) * 10, hundreds: Number(id) * 100 });
    case 'discard': {
      const facts = [fact('hand', { known: 'yes', count: view.hand?.length ?? 0 })];
      return about('discard', 'SS-6.3', { facts, ...cardOf(given, null) }, { digit: id });
    }
    case 'slot':
      return slot(rest, given);
    case 'distance':
      return distance(id === '' ? NaN : Number(id), given);
    case 'angel':
    case 'devil':
      return holder(kind, given);
    default:
      return belonging(kind, Number(id), given);
  }
};
