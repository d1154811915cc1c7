// Written by scripts/types from the server's classes: change those, and run it again.

export interface Frame {
  events: unknown[];
  patch: unknown[][];
  action: string | null;
}

export interface LessonMoment {
  view: unknown;
  legal: string;
  chances: Record<string, number>;
  board: string;
  ask: string;
}

export interface LessonQuestion {
  action: string;
}

export interface LessonReply {
  right: boolean;
  reply: string | null;
  frames: Frame[];
  legal: string;
}

export interface LessonSeen {
  game: string;
  seat: number;
  names: string[];
  players: number;
  options: Record<string, unknown>;
  steps: LessonStep[];
  texts: Record<string, Record<string, string>>;
  position: string | null;
}

export interface LessonStep {
  id: string;
  point: string[];
  clauses: string[];
  reads: boolean;
  fresh: boolean;
}

export interface LessonTry {
  action: string | null;
}
