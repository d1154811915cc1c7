// The cards of this table's deck, by id. Log and description speak of them without being handed the components,
// so what the drawing is given is remembered here.

import type { Phrase } from '../../words/words.svelte';

export interface CardInfo {
  id: string;
  kind: string;
  number?: number;
  points?: number;
  modifier?: number;
  bone?: boolean;
}

class Deck {
  private cards = $state.raw(new Map<string, CardInfo>());

  learn(components: Record<string, unknown>): void {
    const sheep = components['sheep'] as { cards?: CardInfo[] } | undefined;
    if (sheep?.cards) this.cards = new Map(sheep.cards.map((card) => [card.id, card]));
  }

  /** A card that we do not know is at least a sheep with a number, or what its name says. */
  card(id: string): CardInfo {
    const number = /^S(\d+)$/.exec(id)?.[1];
    return this.cards.get(id) ?? { id, kind: number === undefined ? id : 'sheep', number: number === undefined ? undefined : Number(number) };
  }
}

export const deck = new Deck();

const KINDS: Record<string, string> = {
  white: 'vw.card.white',
  black: 'vw.card.black',
  '3-7-0': 'vw.card.370',
  '0-0-7': 'vw.card.007',
  dog: 'vw.card.dog',
  bone: 'vw.card.bone',
};

/** What a card is called in a list: 'white sheep 5'. */
export function cardName(id: string): Phrase {
  const { kind, number, points } = deck.card(id);
  return { key: KINDS[kind] ?? 'vw.card.sheep', values: { points: `${points ?? 0}`.replace('-', '−'), number: number ?? 0, id } };
}

/** All that is on a card, for who does not see it. */
export function cardLabel(id: string): Phrase {
  const { number, modifier = 0, bone = false } = deck.card(id);
  const mark = bone ? 'bone' : modifier > 0 ? 'plus' : modifier < 0 ? 'minus' : 'none';
  return number === undefined
    ? cardName(id)
    : { key: 'vw.card.label', values: { name: cardName(id), number, mark, value: Math.abs(modifier) } };
}
