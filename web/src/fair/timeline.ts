// A record in the order in which it was played, takebacks included: that order alone numbers the throws.

import type { Fairness, Takeback } from '../types/wire';

/** What a record file says about chance; the rest of it does not matter here. */
export interface ProvenRecord {
  actions: string[];
  seats: { name: string }[];
  result?: unknown;
  fairness?: Fairness | null;
}

/** A throw as the record has it. */
export interface Fallen {
  /** From 1, in order of play; an undone throw keeps its number. */
  number: number;
  outcome: string;
  /** How many player actions counted when it fell. */
  moves: number;
  undone: boolean;
}

/** The game went back: after how many throws, to how many moves, and who wanted it, and who was absent. */
export interface SeenTakeback {
  thrown: number;
  moves: number;
  asked: number;
  agreed: number[];
  absent: number[];
}

export interface Timeline {
  throws: Fallen[];
  takebacks: SeenTakeback[];
  /** The first takeback that no game can have had, from 1; 0 if there is none. */
  impossible: number;
}

const isChance = (line: string): boolean => line.startsWith('* ');
const chances = (lines: string[]): number => lines.filter(isChance).length;

export function timeline({ actions, fairness }: ProvenRecord): Timeline {
  const told = fairness?.takebacks ?? [];
  const impossible = 1 + told.findLastIndex((one, index) => !possible(one, told[index + 1], actions));
  const takebacks = impossible ? [] : told;
  const lists = branches(actions, takebacks);
  const found: Timeline = { throws: [], takebacks: [], impossible };
  let kept = 0;
  lists.forEach((lines, branch) => {
    const lowest = Math.min(...takebacks.slice(branch).map(({ keep }) => keep));
    lines.forEach((line, index) => {
      if (index < kept || !isChance(line)) return;
      const moves = index - chances(lines.slice(0, index));
      found.throws.push({ number: found.throws.length + 1, outcome: line.slice(2), moves, undone: index >= lowest });
    });
    const takeback = takebacks[branch];
    if (!takeback) return;
    kept = takeback.keep;
    const moves = kept - chances(lines.slice(0, kept));
    const { asked, agreed, absent = [] } = takeback;
    found.takebacks.push({ thrown: found.throws.length, moves, asked, agreed, absent });
  });
  return found;
}

/** All actions as they stood before each takeback, and at the end. */
const branches = (actions: string[], takebacks: Takeback[]): string[][] =>
  takebacks.reduceRight((lists, { keep, actions: undone }) => [[...lists[0]!.slice(0, keep), ...undone], ...lists], [actions]);

/** It undoes a throw, begins with a decision, and keeps no more than was there after it. */
function possible(takeback: Takeback, next: Takeback | undefined, actions: string[]): boolean {
  const after = next ? next.keep + next.actions.length : actions.length;
  return takeback.keep >= 0 && takeback.keep <= after && chances(takeback.actions) > 0 && !isChance(takeback.actions[0]!);
}
