// What only a player can know: the commitment that was shown before the game, and what this browser added to the dice.
// It is kept here, so that the page about fairness can compare it with what the table says afterwards.

import { toHex } from './dice';

export interface Kept {
  commitment: string | null;
  /** By seat. */
  nonces: Record<string, string>;
}

/** So many tables; the oldest are forgotten. */
const MANY = 50;
const KEY = 'sheepfold.dice';

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

function write(table: string, one: Kept): void {
  const { [table]: _, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - MANY), [table, one]])));
}

export const keptOf = (table: string): Kept => all()[table] ?? { commitment: null, nonces: {} };

/** The first commitment counts: a later one is what we want to notice. */
export function keepCommitment(table: string, commitment: string): void {
  const one = keptOf(table);
  if (one.commitment === null) write(table, { ...one, commitment });
}

/** What this browser adds to the dice for a seat: made once, and remembered. */
export function nonceFor(table: string, seat: number): string {
  const one = keptOf(table);
  const nonce = one.nonces[seat] ?? toHex(crypto.getRandomValues(new Uint8Array(16)));
  write(table, { ...one, nonces: { ...one.nonces, [seat]: nonce } });
  return nonce;
}
