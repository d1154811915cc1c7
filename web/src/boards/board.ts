// The contract of a game's board. A board draws views and offers the actions it is given; it knows no rules.

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
  /** The settlement at the end, line by line, in games that have one; null until then. */
  settlement?: unknown;
  [field: string]: unknown;
}

/** A player as boards, log and seats show them. By default the colour is the seat's number (see art/colours.ts). */
export interface Player {
  seat: number;
  name: string;
  colour: number;
}

/** A public fact about a player for the seat's panel: an icon of art/Icon.svelte, a count, and both in words. */
export interface Fact {
  icon: string;
  count: number | string;
  label: Phrase;
}

/** The components of a table (cards, tracks …), as in the game's file. */
export type Components = Record<string, unknown>;

/** What an action would lead to, up to the next decision, throw or draw. It reveals nothing hidden. */
export interface Preview<V = View> {
  action: string;
  view: V;
  events: GameEvent[];
}

/** The table and the prompt in plain text, as a terminal shows them. */
export interface InWords {
  board: string;
  ask: string;
}

/** A player has whistled: the others wait a moment while this seat decides. */
export interface Held {
  seat: number;
  /** When the game continues by itself, in the units of `Date.now()`; null: only when this seat lets go, because no one
   *  can act without this screen. */
  until: number | null;
}

export interface BoardProps<V = View> {
  /** The view on display: while an event is animated, on its way to the true view. */
  view: V;
  players: Player[];
  components: Components;
  /** My legal actions, as the server lists them; empty while I wait or while an event is animated. */
  legal: string[];
  /** The choice made so far: '' or the beginning of an action. Drawing and choices share it. */
  draft: string;
  setDraft: (draft: string) => void;
  /** Send one of `legal`. */
  choose: (action: string) => void;
  /** The event being animated. */
  happening: GameEvent | null;
  /** The event of the log line under the pointer: show where it happened. */
  marked: GameEvent | null;
  /** Exact odds by action, as far as the game knows them; null until requested. */
  odds: Record<string, number> | null;
  /** Request them; null in a replay, and where a button of the page does it. */
  askOdds: (() => void) | null;
  /** The preview of the draft, once it is a whole action and the server has answered; for boards with `previews`. */
  preview: Preview<V> | null;
  /** The table in plain text, for boards with `needsText`, once the server has answered. */
  inWords: InWords | null;
  /** Who holds the game for a moment, in games that may be interrupted. */
  held: Held | null;
  /** Hold the game for a moment, to decide whether to interrupt; null if I may not, or have done so since the game
   *  last moved on. Whether I may depends on nothing hidden. */
  whistle: (() => void) | null;
  /** Stop holding the game; null if I do not hold it. */
  letGo: (() => void) | null;
}

/** What a drawn thing is (see the end of this file). */
export interface Explanation {
  title: Phrase;
  /** One or two sentences. */
  text: Phrase;
  /** What holds right now, such as its points: only what the view says, never computed from rules. */
  facts: Phrase[];
  /** The clause to read on. */
  clause: string | null;
  /** Its drawing, made by `pictured`. */
  Picture: Component<Record<string, unknown>> | null;
  pictureProps?: Record<string, unknown>;
  /** The viewBox that the drawing fills; without one, the square of 100 × 100 around the origin that art/ uses. */
  box?: string;
}

export type Explain<V = View> = (
  thing: string,
  props: Pick<BoardProps<V>, 'view' | 'players' | 'components'>,
) => Explanation | null;

/** The drawing of an explanation: a component of art/ with its props. */
export const pictured = <P extends object>(
  Picture: Component<P>,
  pictureProps: NoInfer<P>,
  box?: string,
): Pick<Explanation, 'Picture' | 'pictureProps' | 'box'> => ({
  Picture: Picture as unknown as Component<Record<string, unknown>>,
  pictureProps: pictureProps as Record<string, unknown>,
  ...(box !== undefined && { box }),
});

/** Props of a board that can only be viewed, as in a replay. */
export const READ_ONLY = { odds: null, askOdds: null, preview: null, inWords: null, held: null, whistle: null, letGo: null };

export interface Board<V = View> {
  /** Whether to request a preview once the draft is a whole action. */
  previews?: boolean;
  /** Whether it needs the table in plain text, because the game has no drawing of its own. */
  needsText?: boolean;
  /** Whether the wheel zooms, as on a map; otherwise it zooms with the Control key. */
  wheelZooms?: boolean;
  /** The drawing of the table, as large as it fits. */
  Drawing: Component<BoardProps<V>>;
  /** The settlement, for views that have one: outside the drawing, so that it is not zoomed with it. */
  Settlement?: Component<BoardProps<V>>;
  /** My hand and my choices as large buttons, below the sentence in the prompt bar. */
  Choices: Component<BoardProps<V>>;
  /** One sentence that says what I must do now, or whom we wait for; `draft` as in BoardProps. */
  prompt: (
    props: Pick<BoardProps<V>, 'view' | 'legal' | 'draft' | 'players'> & Partial<Pick<BoardProps<V>, 'preview' | 'held'>>,
  ) => Phrase;
  /** Why the winner has won, in one sentence for players who do not know the game. */
  why?: (view: V) => Phrase;
  /** An event in words, for the log; null if it gets no line. */
  describeEvent: (event: GameEvent, players: Player[], components: Components) => Phrase | null;
  /** The headline while an event is shown, if `describeEvent` would give away its outcome or has no words; otherwise null. */
  announce?: (event: GameEvent, players: Player[]) => Phrase | null;
  /** The view with an event applied to it: sheep moved, cards turned. The next update brings the true one. */
  stage: (view: V, event: GameEvent) => V;
  /** How many milliseconds an event is shown; 0 for events that show nothing. */
  pause: (event: GameEvent) => number;
  /** Whether an event belongs to the settlement at the end; with reduced motion it is shown at once. */
  settles?: (event: GameEvent) => boolean;
  /** The sound played while an event is shown, if sounds are on. */
  sound?: (event: GameEvent) => Sound | null;
  /** The colour of a seat (art/colours.ts), if it is not the seat's number. */
  colour?: (view: V, seat: number) => number;
  /** Public facts about a seat. */
  facts: (view: V, seat: number) => Fact[];
  /** How a seat is doing, if that is not its points; null if there is nothing to say. */
  score?: (view: V, seat: number) => Fact | null;
  /** A description of the board in a few sentences, for screen readers. */
  describeTable: (view: V, players: Player[], components: Components) => Phrase[];
  /** Loads the part that explains things: a dynamic import of its explain.ts. */
  explain?: () => Promise<{ explain: Explain<V> }>;
}

// Attributes of a board's controls say what they do, for tests and for readers of the page's source:
//   data-action="bid 21"   sends this action
//   data-draft="lay 08"    makes this the draft ('' clears it)
//   data-opens="specials"  reveals more of such controls
//   data-part="felt"       a part of the board that a picture of the rules can show alone
// These controls reach exactly the legal actions (tests/no-rules.test.ts, and a test for each board).
//
// Things can be explained, pointed at by lessons, and refused:
//   data-thing="card S07"      whatever is drawn and means something: '<kind> <id>', or a kind alone ('chip'). A board
//                              defines its kinds. Things may lie within each other (a mark on a card): the innermost
//                              under the pointer counts. Controls may be things, too.
//   data-refused="bid 26+"     it is shown but cannot be chosen now; the text is the action that choosing it would be,
//                              or the beginning of one made whole with anything. It is never a control as well: no
//                              data-action, no data-draft.
// The board marks things and does no more. One layer per page (explain/Explain.svelte) listens: hover, keyboard focus, a
// long press, or 'What is this?' (key e) show a card with what explain.ts says about the thing; a tap on something
// refused asks the server why, and shows the sentence for the clause that it breaks (whynot.* in words/learn). In a
// replay, and for those who only watch, a tap on something refused does nothing.
//
// To make a board explain itself (volle-wolle/ is the model):
//   1. `explain` in its index.ts imports explain.ts dynamically, so that it is loaded when it is first needed.
//   2. explain.ts exports `explain(thing, { view, players, components })`: a switch over the kind, returning null for
//      anything unknown. Drawings: `...pictured(Card, props, '-50 -70 100 140')`.
//   3. Texts in words/learn/*.json: explain.<game>.<kind> is the title, explain.<game>.<kind>.text the sentences,
//      explain.<game>.<kind>.<fact> the facts. A why-not sentence exists for every clause that reasons.py returns.
//   4. data-thing on everything drawn, data-refused on whatever is faded because it cannot be chosen.
//   5. A test that shows views of every phase and calls `expectExplained` (tests/boards.ts).
