// The choices, derived from the legal actions alone. Where they are shown depends on the sheep on the meadow.

import { along, lineOf, ray, turned } from './layout';
import { cardOf, KINDS } from './parts';

/** One way to play a card. */
export interface Way {
  action: string;
  /** `ram2`, or `ram` if the ram needs no card. */
  card: string;
  kind: string;
  /** The sheep that acts, for cards that move one; otherwise null. */
  sheep: string | null;
  /** The direction of a sheep, a line or a trough; the side of a turn. */
  direction: string;
  /** How many sheep are rammed or leapt over, or which line moves. */
  more: string;
}

const SHEEP = /^((?:step|ram|leap)\d*) ([a-i][1-9]) ([nesw]{1,2})(?: (\d+))?$/;
const LINE = /^((?:diagonal|straight)\d*) ([a-i]?[1-9]?) ([nesw]{1,2})$/;
const WHOLE = /^((?:trough|turn)\d*) (n|e|s|w|left|right)$/;

function wayOf(action: string): Way | null {
  const sheep = SHEEP.exec(action);
  if (sheep) {
    const [, card, cell, direction, more] = sheep;
    return { action, card: card!, kind: cardOf(card!).kind, sheep: cell!, direction: direction!, more: more ?? '' };
  }
  const [, card, line, direction] = LINE.exec(action) ?? [];
  if (card && line && direction) return { action, card, kind: cardOf(card).kind, sheep: null, direction, more: line };
  const [, name, side] = WHOLE.exec(action) ?? [];
  return name && side ? { action, card: name, kind: cardOf(name).kind, sheep: null, direction: side, more: '' } : null;
}

export interface Offers {
  /** Cards that can be played. */
  cards: string[];
  /** The chosen card. */
  card: string | null;
  /** The card needs no choice: a ram by the die. */
  given: boolean;
  /** The sheep that can act with it, and the chosen one. */
  sheep: string[];
  chosen: string | null;
  /** All ways to play the card, with the chosen sheep if there is one. */
  ways: Way[];
  /** The same for all sheep. */
  every: Way[];
  discards: string[];
  walks: number[];
  /** The draft, if it is a whole action. */
  ready: string | null;
  /** Actions that this board has no control for. */
  others: string[];
}

export function offersOf(legal: string[], draft: string): Offers {
  const known = legal.map((action) => ({ action, way: wayOf(action) }));
  const ways = known.flatMap(({ way }) => way ?? []);
  const cards = [...new Set(ways.map(({ card }) => card))];
  const [drafted = '', cell = ''] = draft.split(' ');
  const given = !cards.includes(drafted) && cards.includes('ram');
  const card = cards.includes(drafted) ? drafted : given ? 'ram' : null;
  const ofCard = ways.filter((way) => way.card === card);
  const sheep = [...new Set(ofCard.flatMap((way) => way.sheep ?? []))];
  const chosen = sheep.includes(cell) ? cell : sheep.length === 1 ? sheep[0]! : null;
  return {
    cards: cards.filter((name) => name !== 'ram').sort(inOrder),
    card,
    given: card === 'ram',
    sheep,
    chosen,
    ways: chosen === null ? ofCard : ofCard.filter((way) => way.sheep === chosen),
    every: ofCard,
    discards: after('discard ', legal),
    walks: after('walk ', legal).map(Number),
    ready: legal.includes(draft) ? draft : null,
    others: known
      .filter(({ action, way }) => way === null && !/^(discard [a-z]+\d|walk \d)$/.test(action))
      .map(({ action }) => action),
  };
}

const after = (verb: string, legal: string[]): string[] =>
  legal.filter((action) => action.startsWith(verb)).map((action) => action.slice(verb.length));

const inOrder = (one: string, other: string): number =>
  KINDS.indexOf(cardOf(one).kind) - KINDS.indexOf(cardOf(other).kind) || one.localeCompare(other);

/** The field that represents a way: where it leads, or the last sheep it affects. */
export function targetOf(way: Way, standing: Set<string>): string | null {
  const { kind, sheep, direction, more } = way;
  if (sheep !== null) {
    if (kind === 'step') return along(sheep, direction);
    const met = ray(sheep, direction).filter((cell) => standing.has(cell))[Number(more) - 1] ?? null;
    return kind === 'leap' && met !== null ? along(met, direction) : met;
  }
  if (kind !== 'diagonal' && kind !== 'straight') return null;
  const first = lineOf(more, direction).findLast((cell) => standing.has(cell));
  return first === undefined ? null : along(first, direction);
}

/** The edge that represents a trough or a turn. */
export const edgeOf = ({ kind, direction }: Way, facing: string): string =>
  kind === 'turn' ? turned(facing, direction) : direction;

export interface Target {
  way: Way;
  cell: string;
  /** Other ways lead to the same field: this one gets only the side that it comes from. */
  shared: boolean;
}

/** With more sheep than this, the player first chooses one: the targets of all would be too many. */
const FEW = 2;

/** The targets on the meadow, in reading order. */
export function targetsOf({ ways, sheep, chosen }: Offers, standing: Set<string>): Target[] {
  const direct = chosen !== null || sheep.length <= FEW;
  const found = ways
    .filter(({ kind }) => kind !== 'trough' && kind !== 'turn')
    // A way without a field gets one anyway: every legal action must be reachable.
    .map((way) => ({ way, cell: targetOf(way, standing) ?? way.sheep ?? 'e5' }))
    .filter(() => direct);
  const count = (cell: string): number => found.filter((other) => other.cell === cell).length;
  return found
    .map((one) => ({ ...one, shared: count(one.cell) > 1 }))
    .filter(({ way, cell }) => way.sheep === null || chosen !== null || (!sheep.includes(cell) && isNearest(way, cell, found)))
    .sort((one, other) => reading(one.cell).localeCompare(reading(other.cell)));
}

/** If two sheep could go to a field, the nearer one is preselected; the other one is a tap away (see `otherOf`). */
const isNearest = (way: Way, cell: string, found: Omit<Target, 'shared'>[]): boolean =>
  found
    .filter((other) => other.cell === cell)
    .every(
      ({ way: other }) =>
        stepsTo(way, cell) < stepsTo(other, cell) || (stepsTo(way, cell) === stepsTo(other, cell) && way.sheep! <= other.sheep!),
    );

const stepsTo = ({ sheep, direction }: Way, cell: string): number => ray(sheep!, direction).indexOf(cell);

/** The way of the other of two sheep to the field that the draft leads to. */
export function otherOf({ every, sheep, ready }: Offers, standing: Set<string>): Way | null {
  const now = every.find(({ action }) => action === ready);
  if (!now || sheep.length !== 2) return null;
  const cell = targetOf(now, standing);
  return every.find((way) => cell !== null && way.sheep !== now.sheep && targetOf(way, standing) === cell) ?? null;
}

/** A sort key from the top left to the bottom right. */
export const reading = (cell: string): string => `${9 - Number(cell[1])}${cell[0]}`;
