// How each event changes the view on display, and for how long it is shown.

import type { GameEvent, MeineSchafeView, PenOnReceipt, Player, Receipt } from '../../types/meine-schafe';
import type { Sound } from '../../browser/sounds';
import type { GameEvent as AnyEvent } from '../board';

type View = MeineSchafeView;

const withPlayer = (view: View, seat: number, change: (player: Player) => Partial<Player>): View => ({
  ...view,
  table: view.table.map((player, index) => (index === seat ? { ...player, ...change(player) } : player)),
});

/** Move a tile from the hand to the table; the next view has the new pens and forests. */
const laid = (view: View, seat: number, tile: string): View => ({
  ...withPlayer(view, seat, ({ hand }) => ({ hand: hand - 1 })),
  hand: view.hand.filter((one) => one.tile !== tile),
});

const withReceipt = (view: View, seat: number, change: (receipt: Receipt) => Partial<Receipt>): View => ({
  ...view,
  settlement: view.settlement?.map((receipt, index) => (index === seat ? { ...receipt, ...change(receipt) } : receipt)) ?? null,
});

const withLine = (view: View, seat: number, line: PenOnReceipt): View =>
  withReceipt(view, seat, ({ lines }) => ({ lines: [...lines, line] }));

export function stage(view: View, happened: AnyEvent): View {
  const event = happened as unknown as GameEvent;
  switch (event.event) {
    case 'startchosen':
      return { ...view, active: event.seat };
    case 'tiledrawn':
      return { ...withPlayer(view, event.seat, ({ hand }) => ({ hand: hand + 1 })), bag: view.bag - 1 };
    case 'specialbegun':
      return { ...view, special: event.seat };
    case 'specialended':
      return { ...view, special: null };
    case 'tilelaid': {
      const { cell, tile, side, edges, beast } = event;
      return { ...laid(view, event.seat, tile), laid: [...view.laid, { cell, tile, side, edges, beast, under: null }] };
    }
    case 'wolfdrivenout': {
      const { cell, tile } = event;
      const upon = view.laid.map((one) => (one.cell === cell ? { ...one, tile, beast: 'hunter', under: one.tile } : one));
      return { ...laid(view, event.seat, tile), laid: upon };
    }
    case 'colourshown': {
      const { cell, colour } = event;
      const edges = colour === 'black' ? 'KKKK' : colour[0]!.toUpperCase().repeat(4);
      const shown = withPlayer(view, event.seat, (player) => ({ shown: [...player.shown, colour] }));
      return { ...shown, laid: [...view.laid, { cell, tile: '?', side: '', edges, beast: null, under: null }] };
    }
    case 'turnskipped':
      return withPlayer(view, event.seat, () => ({ skipped: true }));
    case 'wentout': {
      const place = view.table.filter(({ out }) => out !== null).length + 1;
      return withPlayer(view, event.seat, () => ({ out: place, bonus: event.bonus }));
    }
    case 'handsreturned': {
      const back = event.seats.reduce((sum, seat) => sum + (view.table[seat]?.hand ?? 0), 0);
      const table = view.table.map((player, seat) => (event.seats.includes(seat) ? { ...player, hand: 0 } : player));
      return { ...view, table, bag: view.bag + back, hand: [] };
    }
    case 'colourstold':
      return {
        ...view,
        table: view.table.map((player, seat) => ({ ...player, colours: event.colours[seat] ?? null })),
        settlement: view.table.map(({ bonus }) => ({ lines: [], times: 1, bonus, points: 0 })),
      };
    case 'penpassedover':
      return withLine(view, event.seat, { colour: event.colour, sheep: event.sheep, passed: true });
    case 'pencounted':
      return withLine(view, event.seat, { colour: event.colour, sheep: event.sheep, passed: false });
    case 'scored': {
      const { seat, times, bonus, points } = event;
      return withReceipt(view, seat, () => ({ times, bonus, points }));
    }
    case 'gameended':
      return { ...view, ranks: event.ranks };
  }
  return view;
}

const PAUSES: Record<GameEvent['event'], number> = {
  colourdealt: 150,
  tiledrawn: 140,
  startchosen: 500,
  specialbegun: 600,
  specialended: 200,
  tilelaid: 600,
  wolfdrivenout: 900,
  colourshown: 1000,
  penclosed: 800,
  turnskipped: 500,
  wentout: 900,
  handsreturned: 800,
  colourstold: 1000,
  penpassedover: 1100,
  pencounted: 1100,
  scored: 700,
  tiecompared: 800,
  gameended: 500,
};

export const pause = ({ event }: AnyEvent): number => PAUSES[event as GameEvent['event']] ?? 0;

const SETTLEMENT = ['colourstold', 'penpassedover', 'pencounted', 'scored', 'tiecompared', 'gameended'];

export const settles = ({ event }: AnyEvent): boolean => SETTLEMENT.includes(event);

const SOUNDS: Partial<Record<GameEvent['event'], Sound>> = {
  tilelaid: 'card',
  tiledrawn: 'card',
  colourshown: 'baa',
  penclosed: 'baa',
  pencounted: 'baa',
  specialbegun: 'turn',
};

export const sound = (event: AnyEvent): Sound | null => SOUNDS[event.event as GameEvent['event']] ?? null;
