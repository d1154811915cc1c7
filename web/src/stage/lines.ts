// What happened at a table as log lines: the board describes events, this module the table's notes. Pure functions,
// also used by replays.

import type { Board, Components, GameEvent, Player } from '../boards/board';
import type { Note } from '../types/wire';
import type { Phrase } from '../words/words.svelte';
import type { Happened } from './steps';

export interface LogLine {
  id: string;
  phrase: Phrase;
  /** The seat that the line is about, for the colour in front of it. */
  seat: number | null;
  /** The clause of the rules behind it. */
  clause: string | null;
  /** The event that the board highlights while the pointer is on the line. */
  event: GameEvent | null;
  /** A takeback has undone it. */
  gone?: boolean;
}

type Describer = Pick<Board, 'describeEvent'>;

/** The lines of the log, oldest first. Once the game has begun, earlier arrivals and departures are left out. */
export function linesOf(happened: Happened[], board: Describer, players: Player[], components: Components): LogLine[] {
  const begun = happened.findIndex(({ note }) => note.kind === 'begun');
  // Go back from the newest: a move is gone if there were ever fewer moves after it.
  let fewest = Infinity;
  return happened
    .slice(Math.max(0, begun))
    .toReversed()
    .map((one) => {
      const gone = one.note.kind === 'acted' && one.moves > fewest;
      fewest = Math.min(fewest, one.moves);
      const id = `${one.version}`;
      const lines = [
        ...lineOfNote(id, one.note, players),
        ...lineOfTakeback(id, one),
        ...linesOfEvents(id, one.events, board, players, components),
      ];
      return gone ? lines.map((line) => ({ ...line, gone })) : lines;
    })
    .toReversed()
    .flat();
}

/** The lines before the first event that has not been shown: the log must not give away an outcome. */
export function untilWaiting(lines: LogLine[], waiting: ReadonlySet<GameEvent>): LogLine[] {
  const first = lines.findIndex(({ event }) => event !== null && waiting.has(event));
  return first < 0 ? lines : lines.slice(0, first);
}

/** The lines of one step of a game; an event that the board does not describe has no line. */
export function linesOfEvents(
  id: string,
  events: GameEvent[],
  board: Describer,
  players: Player[],
  components: Components,
): LogLine[] {
  return events.flatMap((event, index) => {
    const phrase = board.describeEvent(event, players, components);
    if (phrase === null) return [];
    return [{ id: `${id}.${index}`, phrase, seat: event.seat ?? null, clause: event.clause || null, event }];
  });
}

function lineOfNote(id: string, note: Note, players: Player[]): LogLine[] {
  const key = keyOf(note);
  if (key === null) return [];
  const seat = note.seat ?? null;
  const name = note.name ?? players.find((player) => player.seat === seat)?.name ?? '';
  return [{ id, phrase: { key: `side.note.${key}`, values: { name } }, seat, clause: null, event: null }];
}

/** Whatever the cause: the last player agreed or left the seat, or no one else had to agree. */
function lineOfTakeback(id: string, { before, moves }: Happened): LogLine[] {
  if (moves >= before) return [];
  return [{ id: `${id}.back`, phrase: { key: 'side.note.back', values: { moves } }, seat: null, clause: null, event: null }];
}

/** Notes with a line of their own. Actions are described by their events, and the seats show who is ready. */
const WITH_LINES = new Set([
  'sat',
  'stood',
  'closed',
  'begun',
  'imported',
  'undone',
  'undo-asked',
  'whistled',
  'went-on',
  'left',
  'came-back',
  'rematch-offered',
]);

function keyOf(note: Note): string | null {
  if (note.kind === 'acted') return note.by === 'clock' || note.by === 'stand-in' ? note.by : null;
  if (note.kind === 'undo-answered') return note.agreed ? 'undo-agreed' : 'undo-declined';
  return WITH_LINES.has(note.kind) ? note.kind : null;
}
