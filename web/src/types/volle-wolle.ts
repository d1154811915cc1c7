// Written by scripts/types from the server's classes: change those, and run it again.

export interface BidMade {
  event: "bidmade";
  seat: number;
  bid: string | null;
  clause: string;
}

export interface BidMissed {
  event: "bidmissed";
  seat: number;
  result: number;
  clause: string;
}

export interface BidReached {
  event: "bidreached";
  seat: number;
  throw: number;
  result: number;
  cards: number;
  clause: string;
}

export interface BidsRevealed {
  event: "bidsrevealed";
  bids: string[];
  clause: string;
}

export interface BoardDealt {
  event: "boarddealt";
  seat: number;
  number: number;
  clause: string;
}

export interface BoneGrabbed {
  event: "bonegrabbed";
  seat: number;
  owner: number;
  clause: string;
}

export interface BoneSpared {
  event: "bonespared";
  seat: number;
  clause: string;
}

export interface CardLaidOut {
  event: "cardlaidout";
  card: string;
  clause: string;
}

export interface CardsTaken {
  event: "cardstaken";
  seat: number;
  cards: string[];
  clause: string;
}

export interface ChipGained {
  event: "chipgained";
  seat: number;
  chips: number;
  clause: string;
}

export interface ChipPaid {
  event: "chippaid";
  seat: number;
  chips: number;
  left: number;
  clause: string;
}

export interface DieLeft {
  event: "dieleft";
  seat: number;
  die: number;
  value: number;
  clause: string;
}

export interface GameEnded {
  event: "gameended";
  ranks: number[];
  clause: string;
}

export interface HelpDeclined {
  event: "helpdeclined";
  seat: number;
  clause: string;
}

export interface Line {
  what: string;
  count: number;
  points: number;
}

export interface OrderSet {
  event: "orderset";
  order: Place[];
  clause: string;
}

export interface Place {
  seat: number;
  bid: string;
  number: number;
}

export interface Player {
  board: number | null;
  number: number | null;
  top: string | null;
  herd: number;
  sheep: string[] | null;
  dogs: number;
  bone: boolean;
  chips: number;
  has_bid: boolean;
  bid: string | null;
}

export interface PlusUsed {
  event: "plusused";
  seat: number;
  plus: number;
  clause: string;
}

export interface Reach {
  plus: number;
  chips: number;
  result: number;
}

export interface Receipt {
  gone: string[];
  lines: Line[];
}

export interface Rolled {
  event: "rolled";
  seat: number;
  throw: number;
  dice: number[];
  thrown: boolean[];
  result: number;
  needed: number;
  clause: string;
}

export interface Settled {
  event: "settled";
  seat: number;
  what: string;
  count: number;
  points: number;
  clause: string;
}

export interface SheepPutBack {
  event: "sheepputback";
  seat: number;
  cards: string[];
  clause: string;
}

export interface Throw {
  number: number;
  dice: (number | null)[];
  left: boolean[];
  modifier: number;
  needed: number;
  result: number | null;
  more: number;
  earns: number;
  reach_bid: Reach | null;
  reach_14: Reach | null;
}

export interface TopLaid {
  event: "toplaid";
  seat: number;
  card: string;
  clause: string;
}

export interface Total {
  event: "total";
  seat: number;
  points: number;
  clause: string;
}

export interface TurnSkipped {
  event: "turnskipped";
  seat: number;
  clause: string;
}

export interface VolleWolleView {
  game: "volle-wolle";
  seat: number | null;
  waiting_for: number[];
  may_act: number[];
  scores: number[];
  ranks: number[] | null;
  phase: string;
  round: number;
  middle: string[];
  deck: number;
  stock: number;
  table: Player[];
  order: number[];
  active: number | null;
  throw: Throw | null;
  settlement: Receipt[] | null;
}

export type GameEvent = BidMade | BidMissed | BidReached | BidsRevealed | BoardDealt | BoneGrabbed | BoneSpared | CardLaidOut | CardsTaken | ChipGained | ChipPaid | DieLeft | GameEnded | HelpDeclined | OrderSet | PlusUsed | Rolled | Settled | SheepPutBack | TopLaid | Total | TurnSkipped;
