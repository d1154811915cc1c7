// The board in words: prompts, events and the state of the table.

import type { GameEvent, VolleWolleView } from '../../types/volle-wolle';
import { say, type Phrase } from '../../words/words.svelte';
import type { BoardProps, Components, Fact, GameEvent as AnyEvent, Player } from '../board';
import { listed, nameOf } from '../naming';
import { chosenCards, objects, toTake } from './offers';
import { cardName } from './parts';

type View = VolleWolleView;

const phrase = (key: string, values: Phrase['values'] = {}): Phrase => ({ key, values });

const names = (players: Player[], seats: number[]): string => listed(seats.map((seat) => nameOf(players, seat)));
const cards = (components: Components, ids: string[]): string => listed(ids.map((id) => say(cardName(components, id))));

export function prompt({ view, legal, draft, players }: Pick<BoardProps<View>, 'view' | 'legal' | 'draft' | 'players'>): Phrase {
  if (view.ranks !== null) return over(view, view.ranks, players);
  if (legal.length === 0) return waiting(view, players);
  return mine(view, legal, draft, players);
}

function over(view: View, ranks: number[], players: Player[]): Phrase {
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return phrase('vw.prompt.over', {
    names: names(players, winners),
    count: winners.length,
    points: view.scores[winners[0] ?? 0] ?? 0,
  });
}

export const why = (): Phrase => phrase('vw.why');

function mine(view: View, legal: string[], draft: string, players: Player[]): Phrase {
  const { result = null, needed = 0, more = 0 } = view.throw ?? {};
  if (objects(legal, 'bid').length > 0)
    return draft === '' ? phrase('vw.prompt.bid') : phrase('vw.prompt.bid.sure', { bid: draft.slice(4) });
  if (objects(legal, 'leave').length > 0) return phrase('vw.prompt.leave', { needed, result: result ?? 0, more });
  const goals = objects(legal, 'reach');
  if (goals.length > 0 || legal.includes('decline'))
    return phrase(goals.includes('bid') || goals.length === 0 ? 'vw.prompt.help' : 'vw.prompt.help.safe', {
      needed,
      result: result ?? 0,
      missing: needed - (result ?? 0),
      goal: goals[0] ?? '',
    });
  if (objects(legal, 'take').length > 0) {
    const [count, chosen] = [toTake(legal), chosenCards(draft).length];
    return phrase('vw.prompt.take', { count, left: count - chosen, begun: chosen > 0 ? 'yes' : 'no' });
  }
  if (objects(legal, 'top').length > 0) return phrase('vw.prompt.top');
  if (legal.includes('grab') || legal.includes('spare'))
    return phrase('vw.prompt.grab', {
      owner: nameOf(
        players,
        view.table.findIndex(({ bone }) => bone),
      ),
    });
  return phrase('vw.prompt.choose');
}

const WAITING = ['bidding', 'help', 'leaving', 'taking', 'topping', 'grabbing'];

function waiting(view: View, players: Player[]): Phrase {
  const others = view.waiting_for.filter((seat) => seat >= 0 && seat !== view.seat);
  if (others.length === 0 || (view.seat !== null && view.waiting_for.includes(view.seat))) return phrase('vw.prompt.moment');
  const rolling = view.throw !== null && view.throw.result === null;
  return phrase('vw.prompt.wait', {
    names: names(players, others),
    count: others.length,
    phase: WAITING.includes(view.phase) && !rolling ? view.phase : 'other',
    needed: view.throw?.needed ?? 0,
    result: view.throw?.result ?? 0,
  });
}

/** Herds lie face down except for the top sheep (VW-4.2), so the visible cards would give a wrong sum. */
export function score(view: View, seat: number): Fact {
  const points = view.scores[seat] ?? 0;
  if (view.ranks === null && view.table[seat]?.sheep === null)
    return { icon: 'star', count: '?', label: phrase('vw.score.hidden') };
  return { icon: 'star', count: points, label: phrase('table.points', { points }) };
}

export function describeEvent(happened: AnyEvent, players: Player[], components: Components): Phrase | null {
  const event = happened as unknown as GameEvent;
  const name = nameOf(players, happened.seat);
  switch (event.event) {
    case 'cardlaidout':
      return phrase('vw.tell.cardlaidout', { card: cardName(components, event.card) });
    case 'bidsrevealed':
      return phrase('vw.tell.bidsrevealed', {
        bids: listed(event.bids.map((bid, seat) => say(phrase('vw.tell.bid', { name: nameOf(players, seat), bid })))),
      });
    case 'bidmade':
      return phrase('vw.tell.bidmade', { name, known: event.bid === null ? 'no' : 'yes', bid: event.bid ?? '' });
    case 'orderset':
      return phrase('vw.tell.orderset', {
        names: names(
          players,
          event.order.map(({ seat }) => seat),
        ),
      });
    case 'rolled':
      return phrase('vw.tell.rolled', { ...event, ...sumOf(event.dice, event.result), name, thrown: null });
    case 'chippaid':
      return phrase('vw.tell.chippaid', { name, chips: event.chips, adds: event.clause === FOR_A_BID ? 'no' : 'yes' });
    case 'cardstaken':
      return phrase('vw.tell.cardstaken', { name, cards: cards(components, event.cards), why: reasonOf(event.clause) });
    case 'toplaid':
      return phrase('vw.tell.toplaid', { name, card: cardName(components, event.card) });
    case 'bonegrabbed':
      return phrase('vw.tell.bonegrabbed', { name, owner: nameOf(players, event.owner) });
    case 'sheepputback':
      return phrase('vw.tell.sheepputback', { name, cards: cards(components, event.cards), count: event.cards.length });
    case 'settled':
      return phrase('vw.tell.settled', { name, what: line(event.what, event.count), points: signed(event.points) });
    case 'gameended': {
      const winners = event.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
      return phrase('vw.tell.gameended', { names: names(players, winners), count: winners.length });
    }
    default:
      return phrase(`vw.tell.${event.event}`, { ...event, name });
  }
}

/** The clause of a chip paid for the bid 26+, which adds nothing to the throw. */
const FOR_A_BID = 'VW-2.6';

/** A throw as a sum: the dice minus the top card's minus. */
const sumOf = (dice: (number | null)[], result: number): { dice: string; minus: number } => {
  const known = dice.filter((value) => value !== null);
  return { dice: known.join(' + '), minus: known.reduce((all, value) => all + value, 0) - result };
};

/** While the dice roll, their sum is not announced. */
export const announce = ({ event, seat }: AnyEvent, players: Player[]): Phrase | null =>
  event === 'rolled' ? phrase('vw.announce.rolled', { name: nameOf(players, seat) }) : null;

/** Why cards were taken: by choice, or for a reason worth mentioning. */
const REASONS: Record<string, string> = { 'VW-3.10': 'black', 'VW-3.11': 'last', 'VW-6.2': 'rest' };
const reasonOf = (clause: string): string => REASONS[clause] ?? 'choice';

const LINES: Record<string, string> = {
  white: 'white',
  black: 'black',
  '3-7-0': '370',
  '0-0-7': '007',
  dog: 'dog',
  dogs: 'dogs',
  bone: 'bone',
  'most dogs': 'most_dogs',
  chips: 'chips',
};

/** What a line of the settlement counts. */
export const line = (what: string, count: number): Phrase => phrase(`vw.line.${LINES[what] ?? 'other'}`, { count, what });

/** A signed number with a typographic minus, as wide as the plus. */
export const signed = (points: number): string => (points === 0 ? '0' : points < 0 ? `−${-points}` : `+${points}`);

export function facts(view: View, seat: number): Fact[] {
  const player = view.table[seat];
  if (player === undefined) return [];
  const found: Fact[] = [
    { icon: 'chip', count: player.chips, label: phrase('vw.fact.chips', { count: player.chips }) },
    { icon: 'sheep', count: player.herd, label: phrase('vw.fact.herd', { count: player.herd }) },
  ];
  if (player.dogs > 0) found.push({ icon: 'dog', count: player.dogs, label: phrase('vw.fact.dogs', { count: player.dogs }) });
  if (player.bone) found.push({ icon: 'bone', count: 1, label: phrase('vw.fact.bone') });
  return found;
}

export function describeTable(view: View, players: Player[], components: Components): Phrase[] {
  const { active, order, throw: thrown } = view;
  const said = [
    phrase('vw.describe.round', { round: view.round, deck: view.deck, stock: view.stock }),
    phrase('vw.describe.middle', { count: view.middle.length, cards: cards(components, view.middle) }),
  ];
  if (order.length > 0) said.push(phrase('vw.describe.order', { names: names(players, order) }));
  if (active !== null && thrown !== null)
    said.push(
      phrase('vw.describe.throw', {
        name: nameOf(players, active),
        number: thrown.number,
        known: thrown.result === null ? 'no' : 'yes',
        result: thrown.result ?? 0,
        needed: thrown.needed,
        ...sumOf(thrown.dice, thrown.result ?? 0),
      }),
    );
  return [...said, ...view.table.map((_, seat) => describePlayer(view, seat, players, components))];
}

export function describePlayer(view: View, seat: number, players: Player[], components: Components): Phrase {
  const player = view.table[seat]!;
  return phrase('vw.describe.player', {
    name: nameOf(players, seat),
    herd: player.herd,
    top: player.top === null ? '' : cardName(components, player.top),
    hastop: player.top === null ? 'no' : 'yes',
    number: player.number ?? player.board ?? 0,
    dogs: player.dogs,
    bone: player.bone ? 'yes' : 'no',
    chips: player.chips,
    bid: player.bid ?? '',
    bids: player.bid !== null ? 'shown' : player.has_bid ? 'hidden' : 'none',
  });
}
