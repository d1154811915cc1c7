// A replay, moment by moment: turns the server's frames into views. Moment 0 is before the first line of the
// record, moment N is after its line N.

import { patched } from '../api/patches';
import type { Board, Components, GameEvent, Player, View } from '../boards/board';
import type { Happened, Step } from './steps';
import type { Stage } from './stage.svelte';
import { linesOfEvents, type LogLine } from './lines';
import type { Frame, ReplaySeen } from '../types/wire';

/** A line of the log, and the moment after it. */
export interface ReplayLine extends LogLine {
  at: number;
}

export class Reel {
  /** Every view up to the latest requested moment. They share unchanged parts, so they use little memory, and going
   * back costs nothing. */
  private readonly views: View[] = [];

  constructor(private readonly frames: Frame[]) {}

  /** The latest moment. */
  get last(): number {
    return Math.max(0, this.frames.length - 1);
  }

  /** The nearest existing moment. */
  clamped(at: number): number {
    return Number.isFinite(at) ? Math.min(Math.max(0, Math.trunc(at)), this.last) : 0;
  }

  view(at: number): View {
    for (let next = this.views.length; next <= at; next += 1)
      this.views.push(patched(this.views[next - 1] ?? null, this.frames[next]!.patch) as View);
    return this.views[at]!;
  }

  events(at: number): GameEvent[] {
    return this.frames[at]!.events as GameEvent[];
  }

  /** The step that leads to this moment, for the stage. */
  step(at: number): Step {
    const happened = { version: at, note: { kind: 'acted' }, events: this.events(at), before: 0, moves: 0, at: 0 };
    return { happened, view: this.view(at) };
  }

  /** Whether a player has to choose here: the game is not over, and it does not wait for chance. */
  canPlayOn(at: number): boolean {
    return this.view(at).waiting_for.some((seat) => seat >= 0);
  }

  /** The moment to play on from: this one, otherwise the next possible one, otherwise the latest before. */
  playOnMoment(at: number): number | null {
    for (let next = at; next <= this.last; next += 1) if (this.canPlayOn(next)) return next;
    for (let before = at - 1; before >= 0; before -= 1) if (this.canPlayOn(before)) return before;
    return null;
  }

  lines(board: Pick<Board, 'describeEvent'>, players: Player[], components: Components): ReplayLine[] {
    return this.frames.flatMap((_, at) =>
      linesOfEvents(`${at}`, this.events(at), board, players, components).map((line) => ({ ...line, at })),
    );
  }
}

/** The moment after this many moves. */
export const momentAfter = ({ opening, moves }: ReplaySeen, count: number): number => moves[count - 1]?.frame ?? opening;

/** A whole game as items of the table's log. Arrivals before the game are not included. */
export function historyOf(seen: ReplaySeen): Happened[] {
  const between = (from: number, to: number): GameEvent[] =>
    seen.frames.slice(from + 1, to + 1).flatMap(({ events }) => events as GameEvent[]);
  const begun = { version: 0, note: { kind: 'begun' }, events: between(0, seen.opening), before: 0, moves: 0, at: 0 };
  const moved = seen.moves.map(({ version, seat, frame }, count) => {
    const events = between(momentAfter(seen, count), frame);
    return { version, note: { kind: 'acted', seat }, events, before: count, moves: count + 1, at: 0 };
  });
  return [begun, ...moved];
}

/** The index of the latest line at this moment that the stage has reached; -1 before the first. */
export function currentLine(
  lines: ReplayLine[],
  at: number,
  { waiting, happening }: Pick<Stage, 'waiting' | 'happening'>,
): number {
  let latest = lastLine(lines, at);
  const isAhead = ({ event }: ReplayLine): boolean => event !== null && event !== happening && waiting.has(event);
  while (latest >= 0 && isAhead(lines[latest]!)) latest -= 1;
  return latest;
}

function lastLine(lines: ReplayLine[], at: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The address of one moment. The invitation, if any, comes after '#', which browsers never send to a server. */
export function momentAddress(id: string, at: number, seat: number | null, secret: string): string {
  const query = new URLSearchParams({ at: `${at}` });
  if (seat !== null) query.set('seat', `${seat}`);
  return `/replay/${id}?${query}${secret ? `#${secret}` : ''}`;
}

/** The seat that an address asks to view: its number, or null for a spectator; undefined if it names none. */
export function seatOf(query: URLSearchParams): number | null | undefined {
  const wanted = query.get('seat');
  if (wanted === null) return undefined;
  return /^\d{1,2}$/.test(wanted) ? Number(wanted) : null;
}
