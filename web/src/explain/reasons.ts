// Why something cannot be chosen now, in the player's language. The server says why; nothing is concluded here.

import type { BoardProps } from '../boards/board';
import { listed, nameOf } from '../boards/naming';
import { refusalPhrase, type Reason } from '../words/refusals';
import { words, type Phrase } from '../words/words.svelte';

export interface Answer {
  phrase: Phrase;
  clause: string | null;
}

export function answerOf(reason: Reason, { view, players }: Pick<BoardProps, 'view' | 'players'>): Answer {
  const clause = reason.values?.['clause'];
  if (typeof clause === 'string') {
    const key = `whynot.${clause}`;
    return { phrase: { key: words.knows(key) ? key : 'refused.action.illegal' }, clause };
  }
  if (reason.reason !== 'action.not_your_turn') return { phrase: refusalPhrase(reason), clause: null };
  const others = view.waiting_for.filter((seat) => seat >= 0 && seat !== view.seat).map((seat) => nameOf(players, seat));
  if (others.length === 0) return { phrase: { key: 'whynot.chance' }, clause: null };
  return { phrase: { key: 'whynot.turn', values: { names: listed(others), count: others.length } }, clause: null };
}
