// The rules in readable form: a clause as paragraphs, its text as parts. The server sends the text of
// docs/rules: Markdown with *emphasis*, `code` and the numbers of other clauses.

import type { ClauseSeen, Term } from '../types/reading';

export type Part =
  | { kind: 'text' | 'emphasis' | 'code'; text: string }
  /** The number of another clause, perhaps without the letters of the game: 'VW-3.4' or '3.4'. */
  | { kind: 'clause'; text: string; clause: string }
  /** A reference to the component tables, which are in the same panel. */
  | { kind: 'tables'; text: string };

interface Paragraph {
  /** 'Ruling', 'Reported' …: where this part of a clause comes from, if it says so. */
  label: string | null;
  parts: Part[];
}

const LABEL = /\*([^*]+):\*\s*/;
const PART = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\b((?:[A-Z]{2}-)?\d+\.\d+)\b/;

/** A label in emphasis, as `*Ruling:*`, begins a new paragraph. */
export function paragraphsOf(text: string, ids: string[]): Paragraph[] {
  const pieces = text.split(LABEL);
  const paragraphs: Paragraph[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const parts = partsOf(pieces[index]!.trim(), ids);
    if (parts.length > 0) paragraphs.push({ label: pieces[index - 1] ?? null, parts });
  }
  return paragraphs;
}

/** `ids` are the existing clauses; any other number is plain text. */
export function partsOf(text: string, ids: string[]): Part[] {
  const prefix = ids[0]?.replace(/-.*/, '-') ?? '';
  const parts: Part[] = [];
  let plain = '';
  let rest = text;
  const add = (part: Part): void => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
    parts.push(part);
  };
  for (let match = PART.exec(rest); match !== null; match = PART.exec(rest)) {
    plain += rest.slice(0, match.index);
    const [whole, strong, emphasis, code, number] = match;
    const clause = ids.find((id) => id === number || id === prefix + number);
    if (code !== undefined) add({ kind: code.startsWith('sheepfold components') ? 'tables' : 'code', text: code });
    else if (number === undefined) add({ kind: 'emphasis', text: (strong ?? emphasis)! });
    else if (clause !== undefined) add({ kind: 'clause', text: number, clause });
    else plain += whole;
    rest = rest.slice(match.index + whole.length);
  }
  if (plain + rest !== '') parts.push({ kind: 'text', text: plain + rest });
  return parts;
}

/** Lower case without accents, so that 'wurfel' finds 'Würfel'. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (search: string): string[] => folded(search).split(/\s+/).filter(Boolean);

/** The clauses that contain every word of the search, in order; all for an empty search. */
export function found(clauses: ClauseSeen[], search: string): ClauseSeen[] {
  return clauses.filter(({ id, chapter, text }) => contains(`${id} ${chapter} ${text}`, search));
}

/** The terms of the glossary that contain every word of the search; all for an empty search. */
export function termsFound(terms: Term[], search: string): Term[] {
  return terms.filter(({ term, text }) => contains(`${term} ${text}`, search));
}

function contains(text: string, search: string): boolean {
  const whole = folded(text);
  return wordsOf(search).every((word) => whole.includes(word));
}

/** A text split into pieces, with the matches of the search marked as hits. */
export function hits(text: string, search: string): { text: string; hit: boolean }[] {
  // Fold letter by letter, so that indices in the folded text are indices in the text.
  const plain = [...text.normalize('NFC')].map((letter) => folded(letter).slice(0, letter.length).padEnd(letter.length)).join('');
  const wanted = wordsOf(search);
  const pieces: { text: string; hit: boolean }[] = [];
  let from = 0;
  while (wanted.length > 0) {
    const next = wanted
      .map((word) => ({ at: plain.indexOf(word, from), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at || other.length - one.length)[0];
    if (next === undefined) break;
    if (next.at > from) pieces.push({ text: text.slice(from, next.at), hit: false });
    pieces.push({ text: text.slice(next.at, next.at + next.length), hit: true });
    from = next.at + next.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false });
  return pieces;
}

export interface Chapter {
  title: string;
  clauses: ClauseSeen[];
}

/** The clauses by chapter, in order. */
export function chaptersOf(clauses: ClauseSeen[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const clause of clauses) {
    const last = chapters.at(-1);
    if (last?.title === clause.chapter) last.clauses.push(clause);
    else chapters.push({ title: clause.chapter, clauses: [clause] });
  }
  return chapters;
}
