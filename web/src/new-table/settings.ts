// Turns the form of a new table into settings for the server, which validates them.

import type { Choice, SeatPlan, Settings } from '../types/wire';
import type { Names } from '../ui/naming.svelte';

export type Mode = 'bots' | 'friends' | 'screen';

/** Who takes a seat; `screen` is another player at this screen. */
export interface SeatChoice {
  who: 'me' | 'screen' | 'friend' | 'bot';
  /** The name of a player at this screen, or of a bot. */
  name: string;
  /** A bot's strength. */
  bot: string;
}

export interface ClockChoice {
  kind: 'none' | 'move' | 'bank';
  /** Per move, or for the whole game. */
  move: number;
  bank: number;
  increment: number;
}

export interface Form {
  game: string;
  seats: SeatChoice[];
  /** By name; an option that is missing has the game's default. */
  options: Record<string, unknown>;
  public: boolean;
  clock: ClockChoice;
  instant: boolean;
  chat: boolean;
}

/** Our bots from the weakest to the strongest; others come after them. */
const STRENGTHS = ['random', 'lamb', 'sheep', 'bellwether'];

export const modeOf = (text: string | null): Mode => (text === 'friends' || text === 'screen' ? text : 'bots');

/** The strongest of our own bots. */
export const bestBot = (bots: string[]): string => bots.filter((bot) => STRENGTHS.includes(bot)).at(-1) ?? bots[0] ?? '';

/** The default number of players: three, or the nearest number that the game allows. */
export const usualPlayers = (players: number[]): number => Math.min(Math.max(3, players[0] ?? 3), players.at(-1) ?? 3);

/** Who takes the next seat in this mode. */
export function newSeat(mode: Mode, seat: number, bot: string, names: Names): SeatChoice {
  if (mode === 'friends') return { who: 'friend', name: '', bot };
  const who = mode === 'bots' ? 'bot' : 'screen';
  return { who, name: names[who][seat % names[who].length] ?? '', bot };
}

/** My seat, followed by the others. */
export function seatsFor(mode: Mode, count: number, bot: string, names: Names): SeatChoice[] {
  return Array.from({ length: count }, (_, seat) =>
    seat === 0 ? { who: 'me', name: '', bot } : newSeat(mode, seat, bot, names),
  );
}

/** I have exactly one seat: whoever takes mine gives me theirs. */
export function seated(seats: SeatChoice[], seat: number, choice: SeatChoice): SeatChoice[] {
  const before = seats[seat]!;
  return seats.map((one, index) => {
    if (index === seat) return choice;
    return choice.who === 'me' && one.who === 'me' ? { ...before } : one;
  });
}

export function settingsOf(form: Form): Settings {
  return {
    game: form.game,
    seats: form.seats.map(planOf),
    options: form.options,
    public: form.public,
    clock: clockOf(form.clock),
    pace: form.instant ? 'instant' : 'natural',
    chat: form.chat,
  };
}

function planOf({ who, name, bot }: SeatChoice): SeatPlan {
  const named = name.trim() ? { name: name.trim() } : {};
  if (who === 'bot') return { who: 'bot', bot: bot || null, ...named };
  if (who === 'screen') return { who: 'me', ...named };
  return { who };
}

function clockOf({ kind, move, bank, increment }: ClockChoice): Settings['clock'] {
  if (kind === 'move') return { kind, seconds: move };
  if (kind === 'bank') return { kind, seconds: bank, increment };
  return { kind: 'none' };
}

/** Only the options that differ from the game's defaults. */
export function chosen(options: Choice[], values: Record<string, unknown>): Record<string, unknown> {
  const changed = options.filter(({ name, default: usual }) => values[name] !== undefined && values[name] !== usual);
  return Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
}

/** An option of several words is a list of them by seat. */
export const isOrder = ({ kind, default: usual }: Choice): boolean => kind === 'text' && `${usual}`.includes(' ');

/** Move a word to a place, swapping it with the word there. */
export function swapped(order: string, place: number, word: string): string {
  const words = order.split(' ');
  const before = words[place]!;
  return words.map((one, index) => (index === place ? word : one === word ? before : one)).join(' ');
}

/** The default comes first. */
export const valuesOf = ({ values = [], default: usual }: Choice): string[] =>
  [...values].sort((a, b) => Number(b === usual) - Number(a === usual));
