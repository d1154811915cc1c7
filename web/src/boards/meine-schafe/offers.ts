// The choices, derived from the legal actions alone, and questions about what is not among them.

import type { Gap } from './layout';

/** An action that puts a tile on the table: `lay T17a n2e3 1`, `send WK n2` or `show black n2`. */
export interface Move {
  verb: 'lay' | 'send' | 'show';
  /** `T17a`, `WK`, or a colour. */
  face: string;
  cell: string;
  /** Quarter turns clockwise. */
  turn: number;
  action: string;
}

interface Offers {
  /** The actions of `legal` that this draft can become; the caller sorts their places. */
  moves: Move[];
  /** The draft, if it is a whole action. */
  ready: Move | null;
  /** The faces that can be laid: `T17a`. */
  faces: string[];
  /** The wolves and hunters that can be sent, and the colours that can be shown. */
  beasts: string[];
  colours: string[];
  /** Whether `done`, `out` and `skip` are legal. */
  done: boolean;
  out: boolean;
  skip: boolean;
  /** Actions that this board has no control for. */
  others: string[];
}

const MOVES = /^(lay|send|show) (\S+) (\S+)(?: ([0-3]))?$/;
const SAID = ['done', 'out', 'skip'];

export function moveOf(action: string): Move | null {
  const found = MOVES.exec(action);
  if (!found) return null;
  const [, verb, face, cell, turn] = found;
  return { verb: verb as Move['verb'], face: face!, cell: cell!, turn: Number(turn ?? 0), action };
}

const unique = (texts: string[]): string[] => [...new Set(texts)];
const facesOf = (moves: Move[], verb: string): string[] =>
  unique(moves.filter((move) => move.verb === verb).map(({ face }) => face));

/** Special actions interrupt: they are offered after a whistle, or to a player in the middle of one (who may end it). */
export const isSpecial = (action: string): boolean => /^(?:send|show|out)\b/.test(action);

export const visibleActions = (legal: string[], whistled: boolean): string[] =>
  whistled || legal.includes('done') ? legal : legal.filter((action) => !isSpecial(action));

export function offersOf(legal: string[], draft: string): Offers {
  const all = legal.flatMap((action) => moveOf(action) ?? []);
  const begun = legal.some((action) => action.startsWith(draft)) ? draft : '';
  const ready = all.find(({ action }) => action === begun) ?? null;
  return {
    moves: all.filter(({ action, verb }) => (begun === '' ? verb === 'lay' : isUnder(action, ready, begun))),
    ready,
    faces: facesOf(all, 'lay'),
    beasts: facesOf(all, 'send'),
    colours: facesOf(all, 'show'),
    done: legal.includes('done'),
    out: legal.includes('out'),
    skip: legal.includes('skip'),
    others: legal.filter((action) => moveOf(action) === null && !SAID.includes(action)),
  };
}

/** Even with a whole action drafted, the other places of its tile stay available. */
function isUnder(action: string, ready: Move | null, begun: string): boolean {
  return action.startsWith(ready ? `${ready.verb} ${ready.face} ` : begun);
}

/** The move of a face (or of any) to a cell in this orientation, otherwise in the next one clockwise. */
export function bestAt(moves: Move[], cell: string, turn: number, face?: string): Move | null {
  const here = moves.filter((move) => move.cell === cell && (face === undefined || move.face === face));
  const first = here[0]?.face;
  const same = here.filter((move) => move.face === first).sort((one, other) => after(one, turn) - after(other, turn));
  return same[0] ?? null;
}

const after = ({ turn }: Move, from: number): number => (turn - from + 4) % 4;

/** The orientations in which a move's face fits its cell, in order. */
export const turnsOf = (moves: Move[], { verb, face, cell }: Move): Move[] =>
  moves
    .filter((move) => move.verb === verb && move.face === face && move.cell === cell)
    .sort((one, other) => one.turn - other.turn);

/** The next orientation that fits there, clockwise or anticlockwise. */
export function turnedOn(moves: Move[], move: Move, by = 1): Move {
  const turns = turnsOf(moves, move);
  const at = turns.findIndex(({ action }) => action === move.action);
  return turns[(at + by + turns.length) % turns.length] ?? move;
}

/** What a draft would be in a cell where its tile cannot be laid; null while nothing is chosen that has a place. */
export function refusedAt(draft: string, cell: string): string | null {
  const [verb, face] = draft.split(' ');
  if (face === undefined) return null;
  return verb === 'lay' ? `lay ${face} ${cell} 0` : `${verb} ${face} ${cell}`;
}

/** The place to ask about for a tile that cannot be laid anywhere: if possible, one that faces its motifs. */
export function askedFor(edges: string, gaps: Gap[]): string {
  const like = ({ faces }: Gap): boolean => [...faces].every((motif) => edges.includes(motif));
  return (gaps.find(like) ?? gaps[0])?.cell ?? 'n1';
}
