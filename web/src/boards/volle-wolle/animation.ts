// How each event changes the view on display, and for how long it is shown.

import type { GameEvent, Player, Receipt, Throw, VolleWolleView } from '../../types/volle-wolle';
import type { Sound } from '../../browser/sounds';
import type { GameEvent as AnyEvent } from '../board';

type View = VolleWolleView;

const PAUSES: Record<GameEvent['event'], number> = {
  boarddealt: 120,
  cardlaidout: 160,
  bidmade: 240,
  bidsrevealed: 1100,
  chippaid: 600,
  orderset: 1100,
  rolled: 1150,
  helpdeclined: 400,
  plusused: 500,
  dieleft: 450,
  bidreached: 900,
  bidmissed: 900,
  chipgained: 600,
  cardstaken: 800,
  toplaid: 450,
  bonegrabbed: 900,
  bonespared: 600,
  turnskipped: 500,
  settled: 180,
  sheepputback: 450,
  total: 350,
  gameended: 600,
};

export const pause = (event: AnyEvent): number => PAUSES[event.event as GameEvent['event']] ?? 0;

const SETTLEMENT = ['sheepputback', 'settled', 'total', 'gameended'];

export const settles = ({ event }: AnyEvent): boolean => SETTLEMENT.includes(event);

const SOUNDS: Partial<Record<GameEvent['event'], Sound>> = {
  rolled: 'dice',
  cardlaidout: 'card',
  cardstaken: 'card',
  bidsrevealed: 'card',
  bidmissed: 'baa',
  sheepputback: 'baa',
};

export const sound = (event: AnyEvent): Sound | null => SOUNDS[event.event as GameEvent['event']] ?? null;

export function stage(view: View, happened: AnyEvent): View {
  const event = happened as unknown as GameEvent;
  switch (event.event) {
    case 'boarddealt':
      return player(view, event.seat, () => ({ board: event.number, number: event.number }));
    case 'cardlaidout': {
      const fresh = view.order.length > 0 ? newRound(view) : view;
      return { ...fresh, middle: [...fresh.middle, event.card], deck: Math.max(0, fresh.deck - 1) };
    }
    case 'bidmade':
      return player(view, event.seat, () => ({ has_bid: true, bid: event.bid }));
    case 'bidsrevealed':
      return {
        ...view,
        throw: null,
        active: null,
        table: view.table.map((one, seat) => ({ ...one, has_bid: true, bid: event.bids[seat] ?? null })),
      };
    case 'orderset':
      return { ...view, order: event.order.map(({ seat }) => seat) };
    case 'chippaid': {
      const paid = player(view, event.seat, () => ({ chips: event.left }));
      return helped({ ...paid, stock: view.stock + event.chips }, event.seat, 0, event.chips);
    }
    case 'plusused':
      return helped(view, event.seat, event.plus, 0);
    case 'chipgained':
      return {
        ...player(view, event.seat, ({ chips }) => ({ chips: chips + event.chips })),
        stock: view.stock - event.chips,
      };
    case 'rolled':
      return { ...view, active: event.seat, throw: thrown(view, event) };
    case 'dieleft':
      return view.throw === null ? view : { ...view, throw: leaving(view.throw, event.die) };
    case 'bidreached':
      return view.throw === null ? view : { ...view, throw: { ...view.throw, earns: event.cards } };
    case 'cardstaken':
      return taken(view, event.seat, event.cards);
    case 'toplaid':
      return player(view, event.seat, () => ({ top: event.card }));
    case 'bonegrabbed':
      return { ...view, table: view.table.map((one, seat) => ({ ...one, bone: seat === event.seat })) };
    case 'turnskipped':
      return { ...view, active: event.seat, throw: null };
    case 'sheepputback':
      return receipt(view, event.seat, (old) => ({ ...old, gone: event.cards }));
    case 'settled': {
      const { what, count, points } = event;
      return receipt(view, event.seat, (old) => ({ ...old, lines: [...old.lines, { what, count, points }] }));
    }
    case 'total':
      return { ...view, scores: view.scores.map((points, seat) => (seat === event.seat ? event.points : points)) };
    case 'gameended':
      return { ...view, ranks: event.ranks };
    default:
      return view;
  }
}

function player(view: View, seat: number, change: (old: Player) => Partial<Player>): View {
  return { ...view, table: view.table.map((old, other) => (other === seat ? { ...old, ...change(old) } : old)) };
}

/** Remove the bids of the last round. */
function newRound(view: View): View {
  return {
    ...view,
    round: view.round + 1,
    order: [],
    active: null,
    throw: null,
    table: view.table.map((one) => ({ ...one, has_bid: false, bid: null })),
  };
}

function thrown(view: View, event: Extract<GameEvent, { event: 'rolled' }>): Throw {
  const before = view.active === event.seat ? view.throw : null;
  const sum = event.dice.reduce((all, die) => all + die, 0);
  return {
    number: event.throw,
    dice: event.dice,
    left: event.thrown.map((was) => !was),
    modifier: before?.modifier ?? event.result - sum,
    needed: event.needed,
    result: event.result,
    more: before?.more ?? 0,
    earns: before?.number === event.throw ? before.earns : 0,
    reach_bid: null,
    reach_14: null,
  };
}

/** The dice, in the order of views. */
export const SIDES = [12, 10, 8] as const;

function leaving(old: Throw, die: number): Throw {
  const left = old.left.map((was, place) => was || SIDES[place] === die);
  const dice = old.dice.map((value, place) => (left[place] ? value : null));
  return {
    ...old,
    number: old.number + 1,
    more: old.more - 1,
    earns: 0,
    left,
    dice,
    result: null,
    reach_bid: null,
    reach_14: null,
  };
}

/** Used help is added to the sum at once. */
function helped(view: View, seat: number, plus: number, chips: number): View {
  const old = view.throw;
  if (old === null || old.result === null || view.active !== seat) return view;
  // Help that was only offered so far is not used yet.
  const used = (view.phase === 'help' ? null : old.reach_bid) ?? { plus: 0, chips: 0, result: old.result };
  const reach = { plus: used.plus + plus, chips: used.chips + chips, result: used.result + plus + chips };
  return { ...view, phase: 'taking', throw: { ...old, reach_bid: reach, reach_14: null } };
}

function taken(view: View, seat: number, cards: string[]): View {
  const middle = [...view.middle];
  for (const card of cards) {
    const place = middle.indexOf(card);
    if (place >= 0) middle.splice(place, 1);
  }
  const sheep = cards.filter((card) => card !== 'dog' && card !== 'bone');
  const dogs = cards.filter((card) => card === 'dog').length;
  const bone = cards.includes('bone');
  return {
    ...player(view, seat, (old) => ({
      herd: old.herd + sheep.length,
      sheep: old.sheep && [...old.sheep, ...sheep],
      dogs: old.dogs + dogs,
      bone: old.bone || bone,
    })),
    active: seat,
    middle,
  };
}

function receipt(view: View, seat: number, change: (old: Receipt) => Receipt): View {
  const settlement = view.settlement ?? view.table.map(() => ({ gone: [], lines: [] }));
  return {
    ...view,
    phase: 'over',
    active: null,
    order: [],
    throw: null,
    settlement: settlement.map((old, other) => (other === seat ? change(old) : old)),
  };
}
