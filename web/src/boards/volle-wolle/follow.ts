// Which elements fly over the table for each event.

import type { GameEvent } from '../../types/volle-wolle';
import type { GameEvent as AnyEvent } from '../board';
import { fly } from './flights';

export function follow(root: HTMLElement, happened: AnyEvent): void {
  const event = happened as unknown as GameEvent;
  const find = (selector: string) => root.querySelector(selector);
  const chips = (owner: number | 'stock') => find(`[data-chips="${owner}"] svg`);
  const one = (found: Element | null): Element[] => (found === null ? [] : [found]);
  switch (event.event) {
    case 'cardstaken':
      return fly(root, cardsOf(root, event.cards), () => find(`[data-herd="${event.seat}"]`));
    case 'chippaid':
      return fly(root, one(chips(event.seat)), () => chips('stock'));
    case 'chipgained':
      return fly(root, event.chips > 0 ? one(chips('stock')) : [], () => chips(event.seat));
    case 'bonegrabbed':
      return fly(root, one(find(`[data-bone="${event.owner}"] svg`)), () => find(`[data-bone="${event.seat}"] svg`));
  }
}

/** The elements of these cards in the middle, a different one for each of several equal cards. */
function cardsOf(root: HTMLElement, cards: string[]): Element[] {
  const lying = [...root.querySelectorAll('[data-card]')];
  return cards.flatMap((card) => {
    const place = lying.findIndex((element) => element.getAttribute('data-card') === card);
    return place < 0 ? [] : lying.splice(place, 1);
  });
}
