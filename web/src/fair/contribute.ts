// This browser's part of the dice, before the game: docs/fairness.md.

import type { ChairSeen, DiceSeen } from '../types/wire';
import type { Witness } from './witness';

interface Table {
  table: { status: string } | null;
  yours: number[];
  chairs: ChairSeen[];
  dice: DiceSeen;
  witness: Witness;
  commit(seat: number): Promise<void>;
  reveal(seat: number, nonce: string): Promise<void>;
}

/** Sent once in each round; whoever stands up and sits down again commits again. */
const sent = new WeakMap<Table, Set<string>>();

/** Do what is due: commit to a nonce for each seat of mine, and reveal it once all commitments are sealed. */
export function contribute(live: Table): void {
  if (live.table?.status !== 'open') return;
  const { round, sealed } = live.dice;
  const done = sent.get(live) ?? new Set();
  sent.set(live, done);
  for (const step of done) if (!live.yours.includes(Number(step.split(' ')[1]))) done.delete(step);
  for (const seat of live.yours) {
    const nonce = live.witness.toReveal(seat);
    const step = `${sealed ? 'reveal' : 'commit'} ${seat} ${round}`;
    if (done.has(step) || (sealed ? nonce === null : live.chairs[seat]?.ready)) continue;
    done.add(step);
    if (sealed) void live.reveal(seat, nonce!);
    else void live.commit(seat);
  }
}
