// Written by scripts/types from the server's classes: change those, and run it again.

export interface CardDiscarded {
  event: "carddiscarded";
  seat: number;
  card: string;
  clause: string;
}

export interface Counted {
  colour: string;
  cell: string;
  row: number | null;
  neighbour: string | null;
  points: number;
}

export interface DieRolled {
  event: "dierolled";
  seat: number;
  colour: string;
  clause: string;
}

export interface FlockPlaced {
  event: "flockplaced";
  rows: string;
  clause: string;
}

export interface FlockTurned {
  event: "flockturned";
  seat: number;
  card: number;
  side: string;
  facing: string;
  clause: string;
}

export interface GameEnded {
  event: "gameended";
  ranks: number[];
  clause: string;
}

export interface HasteBockView {
  game: "haste-bock";
  seat: number | null;
  waiting_for: number[];
  may_act: number[];
  scores: number[];
  ranks: number[] | null;
  phase: string;
  flock: Sheep[];
  facing: string;
  stone: number;
  track_phase: number;
  table: Player[];
  start: number | null;
  active: number | null;
  throw: "panic" | "scramble" | null;
  die: string | null;
  steps: number;
  banned_trough: string | null;
  banned_side: string | null;
  rows: number[];
  worth: number[];
}

export interface Move {
  colour: string;
  start: string;
  end: string;
}

export interface MovementPlayed {
  event: "movementplayed";
  seat: number;
  steps: number;
  clause: string;
}

export interface PanicBegun {
  event: "panicbegun";
  seat: number;
  field: number;
  clause: string;
}

export interface PenaltyPaid {
  event: "penaltypaid";
  seat: number;
  cards: number;
  points: number;
  total: number;
  clause: string;
}

export interface PhaseBegun {
  event: "phasebegun";
  number: number;
  clause: string;
}

export interface Player {
  colour: string;
  cards: Record<string, number>;
  movement: Record<string, number>;
}

export interface RamLapsed {
  event: "ramlapsed";
  seat: number;
  colour: string;
  clause: string;
}

export interface Scored {
  event: "scored";
  seat: number;
  points: number;
  sheep: Counted[];
  total: number;
  clause: string;
}

export interface Sheep {
  colour: string;
  cell: string;
}

export interface SheepMoved {
  event: "sheepmoved";
  seat: number;
  what: string;
  card: number | null;
  moves: Move[];
  clause: string;
}

export interface StartChosen {
  event: "startchosen";
  seat: number;
  clause: string;
}

export interface StoneMoved {
  event: "stonemoved";
  start: number;
  end: number;
  lost: number;
  clause: string;
}

export type GameEvent = CardDiscarded | DieRolled | FlockPlaced | FlockTurned | GameEnded | MovementPlayed | PanicBegun | PenaltyPaid | PhaseBegun | RamLapsed | Scored | SheepMoved | StartChosen | StoneMoved;
