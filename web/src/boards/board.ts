// What the table page needs of a game's board. A board draws views and offers the actions it is given; it knows no rule.

import type { Component } from 'svelte';
import type { Sound } from '../browser/sounds';
import type { Phrase } from '../words/words.svelte';

/** Something that happened, as the server reports it. */
export interface GameEvent {
  event: string;
  clause: string;
  seat?: number | null;
  [field: string]: unknown;
}

/** What every game's view has. */
export interface View {
  seat: number | null;
  waiting_for: number[];
  may_act: number[];
  scores: number[];
  ranks: number[] | null;
  /** What is settled at the end, line by line, in games that do so; null until then. */
  settlement?: unknown;
  [field: string]: unknown;
}

/** Who sits where, as boards, log and seats show it. The colour's number is the seat's (see art/colours.ts). */
export interface Player {
  seat: number;
  name: string;
  colour: number;
}

/** One fact that lies openly before a player, for the seat's panel: an icon of art/Icon.svelte, how many, and both in words. */
export interface Fact {
  icon: string;
  count: number | string;
  label: Phrase;
}

/** The components of a table (cards, tracks …) as its file has them. */
export type Components = Record<string, unknown>;

/** What an action would lead to, up to the next decision, throw or draw. It shows only what I may know. */
export interface Preview<V = View> {
  action: string;
  view: V;
  events: GameEvent[];
}

/** The table in plain text, and what is asked, as a terminal would show it. */
export interface InWords {
  board: string;
  ask: string;
}

/** Somebody has whistled: the others wait a moment while this seat decides. */
export interface Held {
  seat: number;
  /** When the game goes on by itself, as `Date.now()` counts; null: not before this seat lets it, for nobody can act
   *  without this screen. */
  until: number | null;
}

export interface BoardProps<V = View> {
  /** The position as it is shown at this moment: while something is animated, on its way to the true one. */
  view: V;
  players: Player[];
  components: Components;
  /** Everything that I can choose from now, as the server lists it; empty while I wait or while something is animated. */
  legal: string[];
  /** The choice as far as it is made: '' or the beginning of an action. Board and choices share it. */
  draft: string;
  setDraft: (draft: string) => void;
  /** Send one of `legal`. */
  choose: (action: string) => void;
  /** What is being animated. */
  happening: GameEvent | null;
  /** A line of the log that is pointed at: show where it happened. */
  marked: GameEvent | null;
  /** Exact odds by action, as far as the game knows them; null until they were asked for. */
  odds: Record<string, number> | null;
  /** Ask the server for them; null where nobody can be asked. */
  askOdds: (() => void) | null;
  /** What the draft leads to, once it is a whole action and the server has answered; for boards with `previews`. */
  preview: Preview<V> | null;
  /** The table in plain text, for boards with `needsText`, once the server has answered. */
  inWords: InWords | null;
  /** Who holds the game for a moment, in games that may be interrupted. */
  held: Held | null;
  /** Hold the game for a moment, to decide whether to interrupt; null where I may not, or have done so since the game
   *  last moved on. It depends on nothing hidden. */
  whistle: (() => void) | null;
  /** Let the game go on that I hold; null if I do not. */
  letGo: (() => void) | null;
}

/** Where nobody can be asked and nothing be done but look, as in a replay. */
export const READ_ONLY = { odds: null, askOdds: null, preview: null, inWords: null, held: null, whistle: null, letGo: null };

export interface Board<V = View> {
  /** Whether to ask the server for a preview once the draft is a whole action. */
  previews?: boolean;
  /** Whether it needs the table in plain text: the game has no drawing of its own. */
  needsText?: boolean;
  /** Whether the wheel zooms, as on a map; else it does so with the Control key. */
  wheelZooms?: boolean;
  /** The table as a drawing, as large as it fits. */
  Drawing: Component<BoardProps<V>>;
  /** The settlement, for views that have one: beside the drawing, so that it is not zoomed with it. */
  Settlement?: Component<BoardProps<V>>;
  /** The own hand and the choices as big buttons: what stands in the prompt bar under its sentence. */
  Choices: Component<BoardProps<V>>;
  /** What I must do now, or whom we wait for, in one sentence; `draft` as in BoardProps. */
  prompt: (
    props: Pick<BoardProps<V>, 'view' | 'legal' | 'draft' | 'players'> & Partial<Pick<BoardProps<V>, 'preview' | 'held'>>,
  ) => Phrase;
  /** Why the winner has won, in one sentence for somebody who does not know the game. */
  why?: (view: V) => Phrase;
  /** An event in words, for the log; null if it is not worth a line. */
  describeEvent: (event: GameEvent, players: Player[], components: Components) => Phrase | null;
  /** What is said while an event is shown, where `describeEvent` would give away how it ends or has no words; null for all others. */
  announce?: (event: GameEvent, players: Player[]) => Phrase | null;
  /** The view after an event has left its mark on it: sheep moved, cards turned. The next update brings the true one. */
  stage: (view: V, event: GameEvent) => V;
  /** How many milliseconds an event is shown; 0 for those that show nothing. */
  pause: (event: GameEvent) => number;
  /** Whether an event belongs to the settlement at the end; whoever wants less motion sees all of it at once. */
  settles?: (event: GameEvent) => boolean;
  /** What is heard while an event is shown, if sounds are on. */
  sound?: (event: GameEvent) => Sound | null;
  /** Which colour a seat has (art/colours.ts), where it is not the one of its number. */
  colour?: (view: V, seat: number) => number;
  /** What lies openly before a seat. */
  facts: (view: V, seat: number) => Fact[];
  /** How a seat does, where that is not its points; null if there is nothing to say. */
  score?: (view: V, seat: number) => Fact | null;
  /** The board in a few sentences, for screen readers. */
  describeTable: (view: V, players: Player[], components: Components) => Phrase[];
}

// Controls of boards say in the page what they do, for tests and for people who look:
//   data-action="bid 21"   sends this action
//   data-draft="lay 08"    makes this the draft ('' puts everything back)
//   data-opens="specials"  shows more of such controls, which are not to be seen before
// Every legal action can be reached by such controls, and no other (tests/no-rules.test.ts, and a test of each board).
