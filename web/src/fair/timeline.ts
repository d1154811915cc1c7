// The throws and takebacks of a record in order of play, which is also how throws are numbered.

import type { Fairness, Takeback } from '../types/wire';

/** The fields of a record file that concern the dice. */
export interface ProvenRecord {
  actions: string[];
  seats: { name: string }[];
  result?: unknown;
  fairness?: Fairness | null;
}

/** A throw according to the record. */
export interface RecordedThrow {
  /** From 1, in order of play; an undone throw keeps its number. */
  number: number;
  outcome: string;
  /** How many moves had been made before it, not counting undone ones. */
  moves: number;
  undone: boolean;
}

/** A takeback: after how many throws, back to how many moves, who asked for it, who agreed and who was absent. */
export interface SeenTakeback {
  thrown: number;
  moves: number;
  asked: number;
  agreed: number[];
  absent: number[];
}

export interface Timeline {
  throws: RecordedThrow[];
  takebacks: SeenTakeback[];
  /** The number of an impossible takeback, counted from 1; 0 if there is none. */
  impossible: number;
}

const isChance = (line: string): boolean => line.startsWith('* ');
const chances = (lines: string[]): number => lines.filter(isChance).length;

export function timeline({ actions, fairness }: ProvenRecord): Timeline {
  const recorded = fairness?.takebacks ?? [];
  const impossible = 1 + recorded.findLastIndex((one, index) => !isPossible(one, recorded[index + 1], actions));
  const takebacks = impossible ? [] : recorded;
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

/** The list of actions before each takeback, and at the end. */
const branches = (actions: string[], takebacks: Takeback[]): string[][] =>
  takebacks.reduceRight((lists, { keep, actions: undone }) => [[...lists[0]!.slice(0, keep), ...undone], ...lists], [actions]);

/** Whether a takeback undoes a throw, starts at a player's action, and keeps no more actions than the next list has. */
function isPossible(takeback: Takeback, next: Takeback | undefined, actions: string[]): boolean {
  const after = next ? next.keep + next.actions.length : actions.length;
  return takeback.keep >= 0 && takeback.keep <= after && chances(takeback.actions) > 0 && !isChance(takeback.actions[0]!);
}
