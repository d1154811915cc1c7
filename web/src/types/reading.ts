// Written by scripts/types from the server's classes: change those, and run it again.

export interface AboutSeen {
  text: string;
}

export interface ClauseSeen {
  id: string;
  chapter: string;
  status: string;
  text: string;
  pictures: Illustration[];
}

export interface Illustration {
  name: string;
  caption: string;
}

export interface PictureMoment {
  view: Record<string, unknown>;
  legal: string[];
  marked: Record<string, unknown> | null;
}

export interface PictureSeen {
  names: string[];
  draft: string;
  parts: string[];
  width: number;
  height: number;
  crop: number[];
  moments: PictureMoment[];
}

export interface Summary {
  picture: Illustration | null;
  sections: SummarySection[];
}

export interface SummaryBlock {
  kind: string;
  points: SummaryPoint[];
}

export interface SummaryPoint {
  text: string;
  symbol: string | null;
}

export interface SummarySection {
  title: string;
  blocks: SummaryBlock[];
}

export interface Term {
  term: string;
  text: string;
}
