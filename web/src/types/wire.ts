// Written by scripts/types from the server's classes: change those, and run it again.

import type { Frame } from './lesson';
export type * from './lesson';

export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

export interface Act {
  type: "act";
  id: string;
  seat: number;
  action: string;
  seen: number;
}

export interface AnswerUndo {
  type: "answer-undo";
  id: string;
  seat: number;
  agreed: boolean;
}

export interface Appoint {
  type: "appoint";
  id: string;
  seat: number;
  bot: string | null;
  name?: string | null;
}

export interface AskOdds {
  type: "odds";
  id: string;
  seat: number;
}

export interface AskPreview {
  type: "preview";
  id: string;
  seat: number;
  action: string;
}

export interface AskUndo {
  type: "ask-undo";
  id: string;
  seat: number;
  keep: number;
}

export interface Away {
  type: "away";
  hidden?: boolean;
}

export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number;
}

export interface ChairSeen {
  name: string;
  who: "bot" | "free" | "person";
  bot?: string | null;
  left?: boolean;
  ready?: boolean;
}

export interface Chat {
  type: "chat";
  said: Said;
}

export interface Choice {
  name: string;
  kind: "choice" | "flag" | "number" | "text";
  default: boolean | number | string | null;
  values?: string[];
  minimum?: number | null;
  maximum?: number | null;
}

export interface ComeBack {
  type: "come-back";
  id: string;
  seat: number;
}

export interface Contribution {
  seat: number;
  commitment?: string | null;
  nonce?: string | null;
}

export interface Describe {
  type: "describe";
  id: string;
}

export interface Described {
  type: "described";
  id: string;
  version: number;
  board: string;
  ask: string;
}

export interface Dice {
  throws: Throw[];
}

export interface DiceSeen {
  round: number;
  sealed: (string | null)[] | null;
}

export interface Fact {
  id: string;
  clause: string;
  seat?: number | null;
  values?: Record<string, number | string>;
  chance?: number | null;
}

export interface Fairness {
  commitment: string;
  secret?: string | null;
  players: Contribution[];
  restarts?: number[][];
  takebacks?: Takeback[];
}

export interface GameSeen {
  id: string;
  title: string;
  pitch: string;
  players: number[];
  minutes: number;
  options: Choice[];
  bots: string[];
  lesson: boolean;
}

export interface HeldSeen {
  seat: number;
  seconds: number;
}

export interface Hello {
  type: "hello";
  token?: string | null;
  seen?: number;
  seat?: number | null;
  invitation?: string | null;
}

export interface Join {
  invitation?: string | null;
  seat?: number | null;
}

export interface Joined {
  table: TableSeen;
  seat: number;
}

export interface Leave {
  type: "leave";
  id: string;
  seat: number;
}

export interface LetGo {
  type: "let-go";
  id: string;
  seat: number;
}

export interface Lobby {
  type: "lobby";
  tables: TableSeen[];
}

export interface Look {
  type: "look";
  id: string;
  seat: number | null;
  openly?: boolean;
}

export interface Made {
  table: TableSeen;
  invitation: string;
  yours: number[];
}

export interface Missed {
  version: number;
  note: Note;
  events: unknown[];
  moves: number;
  thrown?: Thrown | null;
}

export interface MoveClock {
  kind: "move";
  seconds: number;
}

export interface MoveSeen {
  version: number;
  seat: number;
  frame: number;
}

export interface NewPerson {
  name: string;
}

export interface NoClock {
  kind: "none";
}

export interface Note {
  kind: string;
  seat?: number | null;
  name?: string | null;
  by?: string | null;
  keep?: number | null;
  agreed?: boolean | null;
  table?: string | null;
}

export interface Odds {
  type: "odds";
  id: string;
  version: number;
  seat: number;
  chances: Record<string, number>;
  facts: Fact[];
}

export interface OfferRematch {
  type: "offer-rematch";
  id: string;
  seat: number;
  settings?: Settings | null;
}

export interface PersonSeen {
  id: string;
  name: string;
  token?: string | null;
}

export interface PlayNow {
  game: string;
  players?: number | null;
  bot?: string | null;
  names?: string[];
  options?: Record<string, unknown>;
}

export interface PlayOn {
  line: number;
  seat: number;
  bot?: string | null;
}

export interface PlayPosition {
  position: string;
  seat?: number | null;
  bot?: string | null;
}

export interface Pong {
  type: "pong";
  at: number;
}

export interface PositionSeen {
  position: string;
}

export interface Presence {
  type: "presence";
  seats: string[];
}

export interface Preview {
  type: "preview";
  id: string;
  version: number;
  seat: number;
  action: string;
  events: unknown[];
  patch: unknown[][];
}

export interface React {
  type: "react";
  id: string;
  reaction: "baa" | "clap" | "hurry" | "laugh" | "sad" | "wow";
}

export interface Ready {
  type: "ready";
  id: string;
  seat: number;
  commitment: string;
}

export interface Refusal {
  type: "refused";
  code: string;
  reason: string;
  message: string;
  values?: Record<string, string | number>;
  id?: string | null;
}

export interface RematchSeen {
  table: string;
  invitation?: string | null;
}

export interface ReplaySeen {
  game: string;
  names: string[];
  seat: number | null;
  frames: Frame[];
  opening: number;
  moves: MoveSeen[];
}

export interface Reveal {
  type: "reveal";
  id: string;
  seat: number;
  nonce: string;
}

export interface Said {
  number: number;
  name: string;
  at: number;
  seat?: number | null;
  text?: string | null;
  reaction?: string | null;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
}

export interface SeatPlan {
  who?: "bot" | "friend" | "me";
  name?: string | null;
  bot?: string | null;
}

export interface Settings {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, unknown>;
  components?: Record<string, unknown> | null;
  public?: boolean;
  clock?: NoClock | MoveClock | BankClock;
  pace?: "instant" | "natural";
  chat?: boolean;
}

export interface Stand {
  type: "stand";
  id: string;
  seat: number;
}

export interface StandIn {
  type: "stand-in";
  id: string;
  seat: number;
}

export interface TableSeen {
  id: string;
  game: string;
  status: string;
  options: Record<string, unknown>;
  public: boolean;
  clock: NoClock | MoveClock | BankClock;
  chat: boolean;
  chairs: ChairSeen[];
  commitment: string;
  created: number;
  closed?: boolean;
  imported?: boolean;
}

export interface Takeback {
  keep: number;
  actions: string[];
  asked: number;
  agreed: number[];
  absent?: number[];
}

export interface Throw {
  number: number;
  total: number;
  low: number;
  high: number;
  outcome: string;
}

export interface Thrown {
  first: number;
  seals: string[];
}

export interface Undo {
  type: "undo";
  id: string;
  seat: number;
}

export interface UndoSeen {
  seat: number;
  keep: number;
  agreed: number[];
}

export interface Update {
  type: "update";
  version: number;
  note: Note;
  events: unknown[];
  patch: unknown[][];
  legal?: string | null;
  moves: number;
  can_undo?: boolean;
  can_whistle?: boolean;
  status?: string | null;
  chairs?: ChairSeen[] | null;
  clocks?: number[] | null;
  undo?: UndoSeen | null;
  held?: HeldSeen | null;
  rematch?: RematchSeen | null;
  dice?: DiceSeen | null;
  thrown?: Thrown | null;
}

export interface Welcome {
  type: "welcome";
  version: number;
  table: TableSeen;
  seat: number | null;
  yours: number[];
  host: boolean;
  view: unknown;
  legal: string;
  moves: number;
  dice: DiceSeen;
  thrown: number;
  can_undo: boolean;
  can_whistle: boolean;
  missed: Missed[] | null;
  presence: string[];
  clocks: number[] | null;
  chat: Said[];
  undo: UndoSeen | null;
  held: HeldSeen | null;
  rematch: RematchSeen | null;
}

export interface Whistle {
  type: "whistle";
  id: string;
  seat: number;
}

export type Up = Act | AnswerUndo | Appoint | AskOdds | AskPreview | AskUndo | Away | ComeBack | Describe | Hello | Leave | LetGo | Look | OfferRematch | React | Ready | Reveal | Say | Stand | StandIn | Undo | Whistle;

export type Down = Ack | Chat | Described | Lobby | Odds | Pong | Presence | Preview | Refusal | Update | Welcome;
