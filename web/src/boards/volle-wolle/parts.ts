// The cards of a table's deck, by id.

import type { CardProps } from '../../art/Card.svelte';
import type { Phrase } from '../../words/words.svelte';
import type { Components } from '../board';

interface CardInfo {
  id: string;
  kind: string;
  number?: number;
  points?: number;
  modifier?: number;
  bone?: boolean;
}

/** The cards by id, computed once per table. */
const decks = new WeakMap<Components, Map<string, CardInfo>>();

function deckOf(components: Components): Map<string, CardInfo> {
  let deck = decks.get(components);
  if (deck === undefined) {
    const sheep = components['sheep'] as { cards?: CardInfo[] } | undefined;
    deck = new Map(sheep?.cards?.map((card) => [card.id, card]));
    decks.set(components, deck);
  }
  return deck;
}

/** An unknown card is drawn as a sheep with a number, or as its name says. */
export function cardOf(components: Components, id: string): CardInfo {
  const number = /^S(\d+)$/.exec(id)?.[1];
  return deckOf(components).get(id) ?? (number === undefined ? { id, kind: id } : { id, kind: 'sheep', number: Number(number) });
}

const DRAWN: CardProps['kind'][] = ['white', 'black', '3-7-0', '0-0-7', 'dog', 'bone'];

/** How a card is drawn. */
export function faceOf(components: Components, id: string): CardProps {
  const { kind, number, points, modifier, bone } = cardOf(components, id);
  return { kind: DRAWN.find((drawn) => drawn === kind) ?? 'white', number, points, modifier, bone };
}

const KINDS: Record<string, string> = {
  white: 'vw.card.white',
  black: 'vw.card.black',
  '3-7-0': 'vw.card.370',
  '0-0-7': 'vw.card.007',
  dog: 'vw.card.dog',
  bone: 'vw.card.bone',
};

/** A number with a typographic minus. */
export const minused = (points: number): string => `${points}`.replace('-', '−');

/** The name of a card in a list: 'white sheep 5'. */
export function cardName(components: Components, id: string): Phrase {
  const { kind, number, points } = cardOf(components, id);
  return { key: KINDS[kind] ?? 'vw.card.sheep', values: { points: minused(points ?? 0), number: number ?? 0, id } };
}

/** Everything on a card, for screen readers. */
export function cardLabel(components: Components, id: string): Phrase {
  const { number, modifier = 0, bone = false } = cardOf(components, id);
  const name = cardName(components, id);
  const mark = bone ? 'bone' : modifier > 0 ? 'plus' : modifier < 0 ? 'minus' : 'none';
  return number === undefined ? name : { key: 'vw.card.label', values: { name, number, mark, value: Math.abs(modifier) } };
}
