// The board in words: prompts, events and the state of the table.

import type { Area, GameEvent, MeineSchafeView } from '../../types/meine-schafe';
import { say, type Phrase } from '../../words/words.svelte';
import type { Board, BoardProps, Fact, GameEvent as AnyEvent, Held, Player } from '../board';
import { isTied, listed, nameOf, wonBy } from '../naming';
import { SIZE, spotOf } from './layout';
import { grip } from './grip.svelte';
import { nameOfMotif } from './parts';
import { isSpecial, offersOf } from './offers';

type View = MeineSchafeView;

export const colourPhrase = (colour: string): Phrase => ({ key: `table.colour.${colour}` });

/** The position of a cell relative to the start tile. */
export function wherePhrase(cell: string): Phrase {
  const { x, y } = spotOf(cell);
  const [rows, columns] = [Math.abs(y) / SIZE, Math.abs(x) / SIZE];
  const way = rows === 0 ? (columns === 0 ? 'start' : 'columns') : columns === 0 ? 'rows' : 'both';
  return { key: 'ms.where', values: { way, rows, columns, down: y > 0 ? 'yes' : 'no', left: x < 0 ? 'yes' : 'no' } };
}

/** A side of a tile, edge by edge, clockwise from the top. */
export function edgesPhrase(edges: string, beast: string | null): string {
  if (beast) return say({ key: 'ms.beast', values: { beast } });
  return [...edges].map((motif) => say({ key: 'ms.motif', values: { motif: nameOfMotif(motif) } })).join(', ');
}

type Asked = Parameters<Board<View>['prompt']>[0];

export function prompt({ view, legal, draft, players, preview = null, held = null }: Asked): Phrase {
  if (held && !(held.seat === view.seat && draft !== '')) return heldPhrase(view, held, players);
  const { ready, done, skip, faces, beasts } = offersOf(legal, draft);
  if (legal.length > 0) {
    if (draft === 'out') return outPhrase(view, preview?.action === draft ? preview.view : null);
    if (ready) return readyPhrase(preview?.action === draft ? preview : null);
    if (draft.startsWith('lay ')) return { key: 'ms.prompt.where' };
    if (draft.startsWith('send ')) return { key: 'ms.prompt.send' };
    if (draft.startsWith('show')) return { key: 'ms.prompt.show' };
    if (done) return { key: faces.length > 0 ? 'ms.prompt.extra' : beasts.length > 0 ? 'ms.prompt.beasts' : 'ms.prompt.done' };
    if (grip.specials && draft === '') return { key: 'ms.prompt.special' };
    if (skip) return { key: 'ms.prompt.skip' };
    if (faces.length > 0) return { key: 'ms.prompt.lay' };
    if (!legal.every(isSpecial)) return { key: 'ms.prompt.choose' };
  }
  return view.ranks === null ? waiting(view, players) : over(view, players);
}

function heldPhrase(view: View, { seat, until }: Held, players: Player[]): Phrase {
  if (seat !== view.seat) return { key: 'ms.held', values: { name: nameOf(players, seat) } };
  if (until === null)
    return { key: 'ms.prompt.unhurried', values: { name: listed(view.waiting_for.map((one) => nameOf(players, one))) } };
  return { key: 'ms.prompt.held_you' };
}

function readyPhrase(preview: BoardProps<View>['preview']): Phrase {
  if (preview === null) return { key: 'ms.prompt.ready' };
  const closed = (preview.events as unknown as GameEvent[]).flatMap((event) => (event.event === 'penclosed' ? [event] : []));
  const [pen] = closed.sort((one, other) => other.sheep - one.sheep);
  const count = preview.view.drawing;
  if (!pen) return { key: 'ms.prompt.draws', values: { count } };
  const spoilt = preview.view.areas.some(
    ({ motif, size, open, threatened }) => threatened && open === 0 && size === pen.sheep && nameOfMotif(motif) === pen.colour,
  );
  return { key: 'ms.prompt.closes', values: { count, sheep: pen.sheep, colour: pen.colour, spoilt: spoilt ? 'yes' : 'no' } };
}

/** What dropping out would be worth now. */
function outPhrase({ seat }: View, after: View | null): Phrase {
  if (after === null || seat === null) return { key: 'ms.prompt.out' };
  const [points, bonus] = [after.scores[seat] ?? 0, after.table[seat]?.bonus ?? 0];
  return { key: 'ms.prompt.out_earns', values: { points, pens: points - bonus, bonus } };
}

function waiting(view: View, players: Player[]): Phrase {
  const seat = view.special ?? view.waiting_for.find((one) => one >= 0);
  const out = view.seat !== null && (view.table[view.seat]?.out ?? null) !== null ? 'yes' : 'no';
  if (seat === undefined || seat === view.seat) return { key: 'ms.prompt.moment' };
  const key = view.special !== null ? 'ms.wait.special' : 'ms.wait.turn';
  return { key, values: { name: nameOf(players, seat), out, own: view.special === view.active ? 'yes' : 'no' } };
}

const over = (view: View, players: Player[]): Phrase => wonBy({ you: 'ms.over.you', other: 'ms.over.other' }, view, players);

export const why = (view: View): Phrase => ({ key: 'ms.why', values: { tied: isTied(view) } });

export function describeEvent(happened: AnyEvent, players: Player[]): Phrase | null {
  const event = happened as unknown as GameEvent;
  const name = 'seat' in event ? nameOf(players, event.seat) : '';
  const key = `ms.tell.${event.event}`;
  switch (event.event) {
    // The log is visible to everyone near the screen, so it does not name the colour.
    case 'colourdealt':
      return { key, values: { name } };
    // Dealing the first hands gets no line.
    case 'tiledrawn':
      // Tiles drawn by others are hidden, and their number follows from what they laid.
      return event.clause === 'MS-1.8' || event.tile === null ? null : { key, values: { name } };
    case 'specialbegun':
      return event.seat === event.turn_of
        ? { key: 'ms.tell.specialbegun_own', values: { name } }
        : { key, values: { name, other: nameOf(players, event.turn_of) } };
    case 'tilelaid':
      return { key, values: { name, beast: event.beast ?? 'none', count: event.touching, where: wherePhrase(event.cell) } };
    case 'colourshown':
      return { key, values: { name, colour: colourPhrase(event.colour), count: event.touching, where: wherePhrase(event.cell) } };
    case 'wolfdrivenout':
      return { key, values: { name, where: wherePhrase(event.cell) } };
    case 'penclosed':
      return { key, values: { colour: event.colour, sheep: event.sheep } };
    case 'wentout':
      return { key, values: { name, dropped: event.dropped ? 'yes' : 'no', bonus: event.bonus } };
    case 'handsreturned':
      return { key };
    case 'colourstold': {
      const each = event.colours.map((colours, seat) =>
        say({
          key: 'ms.tell.colour_of',
          values: { name: nameOf(players, seat), colours: listed(colours.map((colour) => say(colourPhrase(colour)))) },
        }),
      );
      return { key, values: { each: listed(each) } };
    }
    case 'penpassedover':
    case 'pencounted':
      return { key, values: { name, colour: event.colour, sheep: event.sheep } };
    case 'scored':
      return { key, values: { ...event, name, plain: event.points === event.largest ? 'yes' : 'no' } };
    case 'tiecompared':
      return { key, values: { names: listed(event.seats.map((seat) => nameOf(players, seat))) } };
    case 'gameended': {
      const winners = players.filter(({ seat }) => event.ranks[seat] === 1).map((player) => player.name);
      return { key, values: { names: listed(winners), count: winners.length, ending: event.ending } };
    }
    case 'startchosen':
    case 'specialended':
    case 'turnskipped':
      return { key, values: { name } };
  }
  return null;
}

/** Drawing is announced, although the log omits what others draw. */
export const announce = ({ event, seat }: AnyEvent, players: Player[]): Phrase | null =>
  event === 'tiledrawn' ? { key: 'ms.tell.tiledrawn', values: { name: nameOf(players, seat) } } : null;

/** Points are known only for players whose colour is known. */
export function score(view: View, seat: number): Fact | null {
  const player = view.table[seat];
  const points = view.scores[seat] ?? 0;
  const open = seat === view.seat ? player?.colours?.every((colour) => player.shown.includes(colour)) : player?.colours;
  // My own points would reveal my colour to anyone sitting beside me.
  if (view.ranks === null && !open) return { icon: 'star', count: '?', label: { key: 'ms.score.hidden' } };
  return { icon: 'star', count: points, label: { key: 'ms.score', values: { points } } };
}

export function facts(view: View, seat: number): Fact[] {
  const player = view.table[seat];
  if (!player) return [];
  const shown: Fact[] = [];
  if (player.out === null)
    shown.push({ icon: 'tile', count: player.hand, label: { key: 'ms.fact.hand', values: { count: player.hand } } });
  else
    shown.push({
      icon: 'flag',
      count: `+${player.bonus}`,
      label: { key: 'ms.fact.out', values: { place: player.out, bonus: player.bonus } },
    });
  for (const colour of view.ranks === null ? player.shown : (player.colours ?? [])) {
    shown.push({
      icon: 'sheep',
      count: say(colourPhrase(colour)),
      label: { key: 'ms.fact.shown', values: { colour: colourPhrase(colour) } },
    });
  }
  if (player.skipped && view.ranks === null) shown.push({ icon: 'skip', count: '', label: { key: 'ms.fact.skipped' } });
  return shown;
}

/** The position of a pen or forest, given by one of its tiles. */
const placeOf = ([first = '']: string[]): Phrase => wherePhrase(first.split(':')[0]!);

export function describeTable(view: View, players: Player[]): Phrase[] {
  const said: Phrase[] = [{ key: 'ms.describe.table', values: { count: view.laid.length, bag: view.bag } }];
  const pens = view.areas.filter(({ motif, size }) => motif !== 'F' && size > 1).sort((one, other) => other.size - one.size);
  const penPhrase = ({ motif, size, open, threatened, edges }: Area): Phrase => ({
    key: 'ms.describe.pen',
    values: { colour: nameOfMotif(motif), size, open, threatened: threatened ? 'yes' : 'no', where: placeOf(edges) },
  });
  said.push(...pens.slice(0, 12).map(penPhrase));
  const woods = view.areas.filter(({ motif, wolves, hunters }) => motif === 'F' && wolves + hunters > 0);
  said.push(
    ...woods.map(({ wolves, hunters, edges }) => ({
      key: 'ms.describe.forest',
      values: { wolves, hunters, where: placeOf(edges) },
    })),
  );
  for (const { seat, name } of players) {
    const player = view.table[seat];
    if (!player) continue;
    if (player.out !== null) said.push({ key: 'ms.describe.out', values: { name } });
    else said.push({ key: 'ms.describe.hand', values: { name, count: player.hand } });
  }
  if (view.ranks !== null) said.push(over(view, players));
  return said;
}
