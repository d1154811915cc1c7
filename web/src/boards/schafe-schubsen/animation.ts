// How each event changes the view on display, and for how long it is shown.

import type { GameEvent, SchafeSchubsenView, Sheep } from '../../types/schafe-schubsen';
import type { Sound } from '../../browser/sounds';
import type { GameEvent as AnyEvent } from '../board';
import { FIELDS } from './layout';

type View = SchafeSchubsenView;

const withSheep = (view: View, seat: number, change: (sheep: Sheep) => Partial<Sheep>): View => ({
  ...view,
  sheep: view.sheep.map((sheep, index) => (index === seat ? { ...sheep, ...change(sheep) } : sheep)),
});

/** One more or less of a kind, in a list without zero counts. */
function counted(counts: Record<string, number>, kind: string, more: number): Record<string, number> {
  const { [kind]: before = 0, ...others } = counts;
  return before + more > 0 ? { ...others, [kind]: before + more } : others;
}

const waterOf = (view: View, boards: string[]): number[] =>
  boards.flatMap((side, index) => (view.sides[side] ?? []).map((field) => field + index * FIELDS));

export function stage(view: View, happened: AnyEvent): View {
  const event = happened as unknown as GameEvent;
  switch (event.event) {
    case 'dykelaid':
      return { ...view, boards: event.boards, water: waterOf(view, event.boards) };
    case 'startchosen':
      return { ...view, start: event.seat, angel: event.seat, devil: event.seat };
    case 'laid':
      return withSheep(view, event.seat, () => ({ has_laid: true }));
    case 'revealed':
      return {
        ...withSheep(view, event.seat, () => ({ revealed: event.digits })),
        active: event.seat,
        back: 0,
        change: 0,
      };
    case 'cloverused':
      return withSheep(view, event.seat, ({ clovers }) => ({ clovers: counted(clovers, event.clover, -1) }));
    case 'walked':
    case 'pushed':
      return withSheep(view, event.seat, () => ({ field: event.end }));
    case 'ringlost':
      return withSheep(view, event.seat, () => ({ rings: event.left }));
    case 'wentout':
      return withSheep(view, event.seat, () => ({ field: null, rings: 0, clovers: {}, cards: 0 }));
    case 'boardlaid': {
      const boards = [...view.boards.slice(1), event.side];
      const sheep = view.sheep.map((one) => ({ ...one, field: one.field === null ? null : one.field - FIELDS }));
      return { ...view, boards, sheep, water: waterOf(view, boards), shared_start: false };
    }
    case 'compared':
      return withSheep(view, event.seat, () => ({ distance: event.distance }));
    case 'devilmoved':
      return { ...view, devil: event.seat };
    case 'angelmoved':
      return { ...view, angel: event.seat };
    case 'clovertaken':
      return {
        ...withSheep(view, event.seat, ({ clovers }) => ({ clovers: counted(clovers, event.clover, 1) })),
        supply: counted(view.supply, event.clover, -1),
      };
    case 'roundbegun': {
      const sheep = view.sheep.map((one) => ({ ...one, has_laid: false, revealed: null, distance: null }));
      const { seat } = event;
      return { ...view, sheep, round: event.number, start: seat, active: null, angel: seat, devil: seat, laid: null };
    }
    case 'gameended':
      return { ...view, ranks: event.ranks };
    // The next events have the distance; how many cards come back is known only from the next view.
    case 'distancechanged':
    case 'stayed':
    case 'cardstakenback':
      return view;
  }
  return view;
}

const PAUSES: Record<GameEvent['event'], number> = {
  dykelaid: 400,
  startchosen: 500,
  laid: 120,
  revealed: 600,
  cloverused: 600,
  distancechanged: 400,
  walked: 800,
  stayed: 300,
  pushed: 260,
  ringlost: 650,
  wentout: 900,
  boardlaid: 1200,
  compared: 150,
  devilmoved: 400,
  angelmoved: 400,
  clovertaken: 500,
  cardstakenback: 250,
  roundbegun: 400,
  gameended: 600,
};

export const pause = ({ event }: AnyEvent): number => PAUSES[event as GameEvent['event']] ?? 0;

const SETTLEMENT = ['gameended'];

export const settles = ({ event }: AnyEvent): boolean => SETTLEMENT.includes(event);

const SOUNDS: Partial<Record<GameEvent['event'], Sound>> = {
  revealed: 'card',
  cardstakenback: 'card',
  pushed: 'baa',
  ringlost: 'splash',
  wentout: 'splash',
};

export const sound = (event: AnyEvent): Sound | null => SOUNDS[event.event as GameEvent['event']] ?? null;
