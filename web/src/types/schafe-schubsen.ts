// Written by scripts/types from the server's classes: change those, and run it again.

export interface AngelMoved {
  event: "angelmoved";
  seat: number | null;
  clause: string;
}

export interface BoardLaid {
  event: "boardlaid";
  seat: number;
  side: string;
  clause: string;
}

export interface CardsTakenBack {
  event: "cardstakenback";
  seat: number;
  clause: string;
}

export interface CloverTaken {
  event: "clovertaken";
  seat: number;
  clover: string;
  clause: string;
}

export interface CloverUsed {
  event: "cloverused";
  seat: number;
  clover: string;
  clause: string;
}

export interface Compared {
  event: "compared";
  seat: number;
  distance: number;
  clause: string;
}

export interface DevilMoved {
  event: "devilmoved";
  seat: number | null;
  clause: string;
}

export interface DistanceChanged {
  event: "distancechanged";
  seat: number;
  laid: number;
  distance: number;
  clause: string;
}

export interface DykeLaid {
  event: "dykelaid";
  boards: string[];
  clause: string;
}

export interface GameEnded {
  event: "gameended";
  ranks: number[];
  clause: string;
}

export interface Laid {
  event: "laid";
  seat: number;
  digits: string | null;
  clause: string;
}

export interface Pushed {
  event: "pushed";
  seat: number;
  by: number;
  start: number;
  end: number;
  clause: string;
}

export interface Revealed {
  event: "revealed";
  seat: number;
  digits: string;
  clause: string;
}

export interface RingLost {
  event: "ringlost";
  seat: number;
  left: number;
  clause: string;
}

export interface RoundBegun {
  event: "roundbegun";
  number: number;
  seat: number;
  clause: string;
}

export interface SchafeSchubsenView {
  game: "schafe-schubsen";
  seat: number | null;
  waiting_for: number[];
  may_act: number[];
  scores: number[];
  ranks: number[] | null;
  phase: string;
  round: number;
  boards: string[];
  water: number[];
  sides: Record<string, number[]>;
  shared_start: boolean;
  sheep: Sheep[];
  supply: Record<string, number>;
  start: number | null;
  active: number | null;
  back: number;
  change: number;
  angel: number | null;
  devil: number | null;
  hand: number[] | null;
  laid: string | null;
}

export interface Sheep {
  field: number | null;
  rings: number;
  clovers: Record<string, number>;
  cards: number | null;
  has_laid: boolean;
  revealed: string | null;
  distance: number | null;
}

export interface StartChosen {
  event: "startchosen";
  seat: number;
  clause: string;
}

export interface Stayed {
  event: "stayed";
  seat: number;
  clause: string;
}

export interface Walked {
  event: "walked";
  seat: number;
  start: number;
  end: number;
  clause: string;
}

export interface WentOut {
  event: "wentout";
  seat: number;
  why: "devil" | "drowned" | "fell";
  clause: string;
}

export type GameEvent = AngelMoved | BoardLaid | CardsTakenBack | CloverTaken | CloverUsed | Compared | DevilMoved | DistanceChanged | DykeLaid | GameEnded | Laid | Pushed | Revealed | RingLost | RoundBegun | StartChosen | Stayed | Walked | WentOut;
