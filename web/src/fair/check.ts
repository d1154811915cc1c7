// Recomputes the dice of a record in this browser, using only SHA-256 (docs/fairness.md).

import type { Contribution, Dice, Fairness, Throw } from '../types/wire';
import { commitmentOf, nonceCommitment, throwKey, throwSeal, ticket } from './hash';
import { timeline, type ProvenRecord, type RecordedThrow } from './timeline';
import type { Finding, Witness } from './witness';

export interface CheckedThrow extends Throw {
  ticket: number;
  undone: boolean;
  /** 'outcome': the ticket lies outside the outcome's range; 'part': the range itself is invalid. */
  fault: 'outcome' | 'part' | null;
}

export interface Verdict {
  throws: CheckedThrow[];
  /** Everything that is wrong with the record. */
  findings: Finding[];
  /** The commitment computed from the secret; '' if the secret is malformed. */
  fingerprint: string;
  right: boolean;
}

/** The table committed to its dice, but the record has no proof of them. */
export const NO_PROOF: Verdict = { throws: [], findings: [{ id: 'no_proof' }], fingerprint: '', right: false };

const SECRET = /^[0-9a-f]{64}$/;
/** How many skipped numbers to search for, and the probability below which a match is no coincidence. */
const MOST_SKIPPED = 1000;
const NO_LUCK = 1e-6;

/** The server knows the rules and gives the ticket range of each outcome (`dice`); the rest is computed here. */
export function check(record: ProvenRecord, dice: Dice, witness: Witness | null): Verdict {
  try {
    return judge(record, dice, witness);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The record is malformed.
    return { throws: [], findings: [{ id: 'unreadable' }], fingerprint: '', right: false };
  }
}

function judge(record: ProvenRecord, dice: Dice, witness: Witness | null): Verdict {
  const { fairness } = record;
  if (!fairness || !SECRET.test(fairness.secret ?? ''))
    return { throws: [], findings: [{ id: 'promise' }], fingerprint: '', right: false };
  const fingerprint = commitmentOf(fairness.secret!);
  const key = throwKey(fairness.secret!, noncesOf(record));
  const played = timeline(record);
  const isWhole = areThoseOf(dice.throws, played.throws);
  const throws = dice.throws.map((one, index) => checked(key, one, played.throws[index]?.undone ?? false));
  const findings: Finding[] = [
    ...(fingerprint === fairness.commitment ? [] : [{ id: 'promise' }]),
    ...(areInOrder(fairness.players, record.seats.length) ? [] : [{ id: 'players' }]),
    ...fairness.players.flatMap(contributionFindings),
    ...restartFindings(fairness),
    ...consentFindings(fairness),
    ...(played.impossible ? [{ id: 'takeback', values: { takeback: played.impossible } }] : []),
    ...(record.result ? [] : [{ id: 'not_over' }]),
    ...(isWhole ? throwFindings(key, throws) : [{ id: 'parts' }]),
    ...(witness?.compare(fairness, played, sealsOf(key, dice.throws)) ?? []),
  ];
  return { throws, findings, fingerprint, right: findings.length === 0 };
}

/** One nonce per seat; empty for a seat that added none. */
const noncesOf = ({ seats, fairness }: ProvenRecord): string[] =>
  seats.map((_, seat) => fairness?.players.find((player) => player.seat === seat)?.nonce ?? '');

function contributionFindings({ seat, commitment, nonce }: Contribution): Finding[] {
  const values = { seat: seat + 1 };
  if (!commitment && !nonce) return [];
  if (!commitment) return [{ id: 'nonce_late', values }];
  if (!nonce) return [{ id: 'nonce_missing', values }];
  return nonceCommitment(nonce) === commitment ? [] : [{ id: 'nonce', values }];
}

/** Whether the contributions are in seat order, without duplicates or seats that do not exist. */
const areInOrder = (players: Contribution[], seats: number): boolean =>
  players.every(({ seat }, index) => seat < seats && seat > (players[index - 1]?.seat ?? -1));

/** Each seat can restart the dice once, and adds no nonce after that. */
function restartFindings({ restarts = [], players }: Fairness): Finding[] {
  const stopped = restarts.flat();
  const again = stopped.some((seat, index) => stopped.indexOf(seat) < index);
  const added = players.some(({ seat, nonce }) => nonce && stopped.includes(seat));
  return again || added || restarts.some((seats) => seats.length === 0) ? [{ id: 'restart' }] : [];
}

const sealsOf = (key: Uint8Array, throws: Throw[]): string[] =>
  throws.map(({ number, total, outcome }) => throwSeal(key, number, total, outcome));

/** Every player must agree before a throw is undone. */
const consentFindings = ({ players, takebacks = [] }: Fairness): Finding[] =>
  takebacks.flatMap(({ asked, agreed, absent = [] }, index) =>
    players
      .filter(({ seat }) => ![asked, ...agreed, ...absent].includes(seat))
      .map(({ seat }) => ({ id: 'consent', values: { takeback: index + 1, seat: seat + 1 } })),
  );

/** Whether these are all throws of the record, in order: the server must neither omit nor change any. */
const areThoseOf = (throws: Throw[], played: RecordedThrow[]): boolean =>
  JSON.stringify(throws.map(({ number, outcome }) => [number, outcome])) ===
  JSON.stringify(played.map(({ number, outcome }) => [number, outcome]));

function checked(key: Uint8Array, one: Throw, undone: boolean): CheckedThrow {
  const isPart =
    [one.total, one.low, one.high].every(Number.isSafeInteger) && one.low >= 0 && one.low < one.high && one.high <= one.total;
  if (!isPart) return { ...one, undone, ticket: NaN, fault: 'part' };
  const drawn = ticket(key, one.number, one.total);
  return { ...one, undone, ticket: drawn, fault: one.low <= drawn && drawn < one.high ? null : 'outcome' };
}

function throwFindings(key: Uint8Array, throws: CheckedThrow[]): Finding[] {
  const first = throws.findIndex(({ fault }) => fault !== null);
  if (first < 0) return [];
  const skipped = throws.some(({ fault }) => fault === 'part') ? 0 : skippedNumbers(key, throws.slice(first));
  if (skipped) return [{ id: 'skipped', values: { number: throws[first]!.number, skipped } }];
  return [{ id: 'throws', values: { faults: throws.filter(({ fault }) => fault).length, count: throws.length } }];
}

/** How many numbers were skipped before these throws, if that alone explains all of them; otherwise 0. */
function skippedNumbers(key: Uint8Array, throws: Throw[]): number {
  const luck = throws.reduce((chance, { low, high, total }) => (chance * (high - low)) / total, 1);
  if (luck * MOST_SKIPPED > NO_LUCK) return 0;
  const fits = (skipped: number): boolean =>
    throws.every(({ number, total, low, high }) => {
      const drawn = ticket(key, number + skipped, total);
      return low <= drawn && drawn < high;
    });
  for (let skipped = 1; skipped <= MOST_SKIPPED; skipped += 1) if (fits(skipped)) return skipped;
  return 0;
}

/** The same game with one throw changed, to demonstrate that the check detects it. */
export function spoiled(dice: Dice): Dice {
  const movable = dice.throws.flatMap((one, index) => (one.high - one.low < one.total ? [index] : []));
  const victim = movable[movable.length >> 1];
  return { throws: dice.throws.map((one, index) => (index === victim ? moved(one) : one)) };
}

function moved(one: Throw): Throw {
  return one.high < one.total ? { ...one, low: one.high, high: one.high + 1 } : { ...one, low: 0, high: one.low };
}
