// This browser's contribution to the dice before the game (docs/fairness.md).

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

interface Sent {
  step: 'commit' | 'reveal';
  seat: number;
  round: number;
}

/** Messages already sent, one per seat, step and round. A player who leaves a seat and takes it again commits again. */
const sent = new WeakMap<Table, Sent[]>();

/** Commit to a nonce for each of my seats, and reveal it once all commitments are sealed. */
export function contribute(live: Table): void {
  if (live.table?.status !== 'open') return;
  const { round, sealed } = live.dice;
  const step = sealed ? 'reveal' : 'commit';
  const done = (sent.get(live) ?? []).filter(({ seat }) => live.yours.includes(seat));
  sent.set(live, done);
  for (const seat of live.yours) {
    const isDone = done.some((one) => one.step === step && one.seat === seat && one.round === round);
    if (isDone || (!sealed && live.chairs[seat]?.ready)) continue;
    done.push({ step, seat, round });
    if (sealed) void reveal(live, seat);
    else void live.commit(seat);
  }
}

async function reveal(live: Table, seat: number): Promise<void> {
  const nonce = await live.witness.toReveal(seat);
  if (nonce !== null) await live.reveal(seat, nonce);
}
