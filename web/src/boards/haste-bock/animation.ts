// How each event changes the view on display, and for how long it is shown.

import type { GameEvent, HasteBockView, Player, Sheep } from '../../types/haste-bock';
import type { Sound } from '../../browser/sounds';
import type { GameEvent as AnyEvent } from '../board';

type View = HasteBockView;

/** One less of a kind, in a list without zero counts. */
function without(counts: Record<string, number>, kind: string): Record<string, number> {
  const { [kind]: before = 0, ...others } = counts;
  return before > 1 ? { ...others, [kind]: before - 1 } : others;
}

const withHand = (view: View, seat: number, change: (hand: Player) => Partial<Player>): View => ({
  ...view,
  table: view.table.map((hand, index) => (index === seat ? { ...hand, ...change(hand) } : hand)),
});
const spent = (view: View, seat: number, card: string): View =>
  withHand(view, seat, ({ cards }) => ({ cards: without(cards, card) }));

/** The current worth is known only from the next view. */
const unknown = { rows: [], worth: [] };

const LETTERS: Record<string, string> = { b: 'blue', y: 'yellow', g: 'green', r: 'red', k: 'black' };

/** The starting fields by row from the top; sheep in the order of views: by colour, Thea last. */
function placed(rows: string): Sheep[] {
  const found = rows
    .split(' ')
    .flatMap((row, down) => [...row].map((letter, right) => ({ letter, cell: `${'def'[right]}${6 - down}` })));
  return Object.entries(LETTERS).flatMap(([letter, colour]) =>
    found.filter((one) => one.letter === letter).map(({ cell }) => ({ colour, cell })),
  );
}

export function stage(view: View, happened: AnyEvent): View {
  const event = happened as unknown as GameEvent;
  switch (event.event) {
    case 'flockplaced':
      return { ...view, flock: placed(event.rows) };
    case 'startchosen':
      return { ...view, active: event.seat, start: event.seat, throw: 'scramble' };
    case 'dierolled':
      return { ...view, active: event.seat, die: event.colour };
    case 'ramlapsed':
      return { ...view, die: null };
    case 'sheepmoved': {
      const ends = new Map(event.moves.map(({ start, end }) => [start, end]));
      const flock = view.flock.map((sheep) => ({ ...sheep, cell: ends.get(sheep.cell) ?? sheep.cell }));
      const after = event.card === null ? view : spent(view, event.seat, `${event.what}${event.card}`);
      return { ...after, ...unknown, flock, die: event.card === null ? null : view.die };
    }
    case 'flockturned':
      return { ...spent(view, event.seat, `turn${event.card}`), ...unknown, facing: event.facing };
    case 'carddiscarded':
      return spent(view, event.seat, event.card);
    case 'movementplayed':
      return withHand(view, event.seat, ({ movement }) => ({ movement: without(movement, String(event.steps)) }));
    case 'stonemoved':
      return { ...view, stone: event.end };
    case 'phasebegun':
      return { ...view, ...unknown, track_phase: event.number };
    case 'scored':
    case 'penaltypaid':
      return { ...view, scores: view.scores.map((score, seat) => (seat === event.seat ? event.total : score)) };
    case 'gameended':
      return { ...view, ranks: event.ranks };
    case 'panicbegun':
      return { ...view, active: event.seat, throw: 'panic' };
  }
  return view;
}

const PAUSES: Record<GameEvent['event'], number> = {
  flockplaced: 500,
  startchosen: 500,
  dierolled: 1000,
  ramlapsed: 600,
  sheepmoved: 620,
  flockturned: 600,
  carddiscarded: 500,
  movementplayed: 350,
  stonemoved: 450,
  phasebegun: 900,
  scored: 1100,
  panicbegun: 700,
  penaltypaid: 700,
  gameended: 600,
};

export function pause(happened: AnyEvent): number {
  const event = happened as unknown as GameEvent;
  // A score of zero is shown only briefly.
  if (event.event === 'scored' && event.points === 0) return 350;
  return PAUSES[event.event] ?? 0;
}

const SETTLEMENT = ['penaltypaid', 'gameended'];

export const settles = ({ event }: AnyEvent): boolean => SETTLEMENT.includes(event);

const SOUNDS: Partial<Record<GameEvent['event'], Sound>> = {
  dierolled: 'dice',
  carddiscarded: 'card',
  movementplayed: 'card',
  flockturned: 'card',
  panicbegun: 'baa',
  sheepmoved: 'baa',
};

export function sound(happened: AnyEvent): Sound | null {
  const event = happened as unknown as GameEvent;
  // Only a rammed sheep bleats.
  if (event.event === 'sheepmoved' && event.what !== 'ram') return 'card';
  return SOUNDS[event.event] ?? null;
}
