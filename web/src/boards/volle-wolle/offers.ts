// The choices, derived from the legal actions alone.

/** The legal actions that begin with this word, without it. */
export function objects(legal: string[], verb: string): string[] {
  return legal.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1));
}

const VERBS = ['bid', 'leave', 'take', 'top', 'reach'];
const WORDS = ['decline', 'grab', 'spare'];

/** Actions that this board has no control for, offered as text. */
export function others(legal: string[]): string[] {
  return legal.filter((action) => !WORDS.includes(action) && !VERBS.some((verb) => action.startsWith(`${verb} `)));
}

// Taking cards: the draft is 'take' and the chosen cards, in the order of a legal action.

export function chosenCards(draft: string): string[] {
  return draft.startsWith('take ') ? draft.slice(5).split(' ') : [];
}

/** The draft with these cards, or null if no legal action includes them all. */
function draftOf(legal: string[], cards: string[]): string | null {
  if (cards.length === 0) return '';
  for (const object of objects(legal, 'take')) {
    const rest = [...cards];
    const found = object.split(' ').filter((card) => {
      const place = rest.indexOf(card);
      if (place >= 0) rest.splice(place, 1);
      return place >= 0;
    });
    if (rest.length === 0) return `take ${found.join(' ')}`;
  }
  return null;
}

interface Offer {
  card: string;
  /** Distinguishes cards with the same name. */
  key: string;
  chosen: boolean;
  /** The draft after a tap; null if a tap does nothing. */
  draft: string | null;
}

/** The cards in the middle, and what a tap on each does. */
export function offersOf(middle: string[], legal: string[], draft: string): Offer[] {
  const chosen = chosenCards(draft);
  const takes = objects(legal, 'take').map((object) => object.split(' '));
  const cards = [...middle];
  for (const card of new Set(takes.flat())) {
    const wanted = Math.max(...takes.map((take) => count(take, card)));
    for (let there = count(cards, card); there < wanted; there += 1) cards.push(card);
  }
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    const isChosen = nth < count(chosen, card);
    return { card, key: `${card}#${nth}`, chosen: isChosen, draft: tapped(legal, takes.length > 0, chosen, card, isChosen) };
  });
}

function tapped(legal: string[], taking: boolean, chosen: string[], card: string, isChosen: boolean): string | null {
  if (!taking) return null;
  if (isChosen) return draftOf(legal, chosen.toSpliced(chosen.indexOf(card), 1));
  const more = draftOf(legal, [...chosen, card]);
  // If only one card is taken, a tap on another replaces it.
  return more ?? (chosen.length === 1 ? draftOf(legal, [card]) : null);
}

const count = (cards: string[], card: string): number => cards.filter((other) => other === card).length;

/** How many cards must be taken. */
export const toTake = (legal: string[]): number =>
  Math.max(0, ...objects(legal, 'take').map((object) => object.split(' ').length));
