// Written by scripts/types from the server's classes: change those, and run it again.

export interface Area {
  motif: string;
  edges: string[];
  size: number;
  open: number;
  wolves: number;
  hunters: number;
  threatened: boolean;
}

export interface ColourDealt {
  event: "colourdealt";
  seat: number;
  colour: string | null;
  clause: string;
}

export interface ColourShown {
  event: "colourshown";
  seat: number;
  colour: string;
  cell: string;
  touching: number;
  clause: string;
}

export interface ColoursTold {
  event: "colourstold";
  colours: string[][];
  clause: string;
}

export interface GameEnded {
  event: "gameended";
  ending: string;
  ranks: number[];
  clause: string;
}

export interface HandsReturned {
  event: "handsreturned";
  seats: number[];
  clause: string;
}

export interface Laid {
  cell: string;
  tile: string;
  side: string;
  edges: string;
  beast: string | null;
  under: string | null;
}

export interface MeineSchafeView {
  game: "meine-schafe";
  seat: number | null;
  waiting_for: number[];
  may_act: number[];
  scores: number[];
  ranks: number[] | null;
  phase: string;
  active: number | null;
  special: number | null;
  drawing: number;
  bag: number;
  reach: number;
  laid: Laid[];
  areas: Area[];
  table: Player[];
  hand: Tile[];
  settlement: Receipt[] | null;
}

export interface PenClosed {
  event: "penclosed";
  colour: string;
  sheep: number;
  cells: string[];
  clause: string;
}

export interface PenCounted {
  event: "pencounted";
  seat: number;
  colour: string;
  sheep: number;
  cells: string[];
  clause: string;
}

export interface PenOnReceipt {
  colour: string;
  sheep: number;
  passed: boolean;
}

export interface PenPassedOver {
  event: "penpassedover";
  seat: number;
  colour: string;
  sheep: number;
  cells: string[];
  forest: string[];
  wolves: string[];
  clause: string;
}

export interface Player {
  hand: number;
  colours: string[] | null;
  shown: string[];
  out: number | null;
  bonus: number;
  skipped: boolean;
}

export interface Receipt {
  lines: PenOnReceipt[];
  times: number;
  bonus: number;
  points: number;
}

export interface Scored {
  event: "scored";
  seat: number;
  largest: number;
  pens: number;
  times: number;
  bonus: number;
  points: number;
  clause: string;
}

export interface SpecialBegun {
  event: "specialbegun";
  seat: number;
  turn_of: number;
  clause: string;
}

export interface SpecialEnded {
  event: "specialended";
  seat: number;
  clause: string;
}

export interface StartChosen {
  event: "startchosen";
  seat: number;
  clause: string;
}

export interface TieCompared {
  event: "tiecompared";
  seats: number[];
  pens: number[][];
  clause: string;
}

export interface Tile {
  tile: string;
  a: string;
  b: string;
  beast: string | null;
}

export interface TileDrawn {
  event: "tiledrawn";
  seat: number;
  tile: string | null;
  clause: string;
}

export interface TileLaid {
  event: "tilelaid";
  seat: number;
  tile: string;
  side: string;
  cell: string;
  turn: number;
  edges: string;
  beast: string | null;
  touching: number;
  clause: string;
}

export interface TurnSkipped {
  event: "turnskipped";
  seat: number;
  clause: string;
}

export interface WentOut {
  event: "wentout";
  seat: number;
  dropped: boolean;
  bonus: number;
  clause: string;
}

export interface WolfDrivenOut {
  event: "wolfdrivenout";
  seat: number;
  tile: string;
  cell: string;
  clause: string;
}

export type GameEvent = ColourDealt | ColourShown | ColoursTold | GameEnded | HandsReturned | PenClosed | PenCounted | PenPassedOver | Scored | SpecialBegun | SpecialEnded | StartChosen | TieCompared | TileDrawn | TileLaid | TurnSkipped | WentOut | WolfDrivenOut;
