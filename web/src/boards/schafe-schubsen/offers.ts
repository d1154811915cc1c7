// The choices, derived from the legal actions alone.

interface Offers {
  /** The digits drafted so far, and those that may come next. */
  digits: string;
  next: string[];
  uses: string[];
  distances: number[];
  sides: string[];
  takes: string[];
  /** The draft, if it is a whole action. */
  ready: string | null;
  /** Actions that this board has no control for. */
  others: string[];
}

const VERBS = ['lay', 'use', 'go', 'side', 'take'];

function after(verb: string, actions: string[]): string[] {
  return actions.filter((action) => action.startsWith(`${verb} `)).map((action) => action.slice(verb.length + 1));
}

export function offersOf(legal: string[], draft: string): Offers {
  const lays = after('lay', legal);
  const [drafted = ''] = after('lay', [draft]);
  // A draft that no legal action starts with (the actions have changed) counts as none.
  const digits = lays.some((lay) => lay.startsWith(drafted)) ? drafted : '';
  const next = lays.filter((lay) => lay.length > digits.length && lay.startsWith(digits)).map((lay) => lay[digits.length]!);
  return {
    digits,
    next: [...new Set(next)].sort(),
    uses: after('use', legal),
    distances: after('go', legal)
      .map(Number)
      .sort((one, other) => one - other),
    sides: after('side', legal),
    takes: after('take', legal),
    ready: legal.includes(draft) ? draft : null,
    others: legal.filter((action) => !VERBS.includes(action.split(' ', 1)[0]!)),
  };
}

/** The distance in a draft that lays or walks one; otherwise null. */
export function distanceOf(draft: string): number | null {
  const found = /^(?:lay|go) (\d+)$/.exec(draft);
  return found ? Number(found[1]) : null;
}

export interface Clover {
  kind: 'back' | 'change';
  value: number;
}

/** The parts of `back10` or `change4`. */
export function cloverOf(text: string): Clover {
  const [, kind, value] = /^(back|change)(\d+)$/.exec(text) ?? [];
  return { kind: kind === 'back' ? 'back' : 'change', value: Number(value ?? 0) };
}
