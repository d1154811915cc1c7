// The dice of a game computed again, in this browser: docs/fairness.md, with nothing but SHA-256.

import type { Dice, Throw } from '../types/wire';

type Fault =
  /** The number lies outside of the part of its outcome. */
  | 'outcome'
  /** The part is no part of the numbers. */
  | 'part'
  /** The label is not written as it must be. */
  | 'label'
  /** The label is not greater than the one before: a host could choose among several. */
  | 'order';

export interface CheckedThrow extends Throw {
  number: number;
  fault: Fault | null;
}

export interface Verdict {
  /** Whether the secret is the one that was promised, and what its fingerprint really is ('' if it is no secret). */
  promised: boolean;
  fingerprint: string;
  throws: CheckedThrow[];
  faults: number;
  right: boolean;
}

const SECRET = /^[0-9a-f]{64}$/;
/** One way only to write a number, else there would be several labels for one throw. */
const LABEL = /^(0|[1-9][0-9]{0,17})\/(0|[1-9][0-9]{0,17})$/;

type Bytes = Uint8Array<ArrayBuffer>;

function fromHex(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function hmac(key: Bytes, text: string): Promise<Bytes> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}

/** Whether this browser lets the page compute: it does over https and on the own machine. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

export async function commitmentOf(secret: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(secret))));
}

export const throwKey = (secret: string, nonces: string[]): Promise<Bytes> => hmac(fromHex(secret), JSON.stringify(nonces));

/** The number of a label: from 0 to total - 1. */
export async function ticket(key: Bytes, label: string, total: number): Promise<number> {
  return Number(BigInt(`0x${toHex(await hmac(key, label))}`) % BigInt(total));
}

export async function check(dice: Dice): Promise<Verdict> {
  if (!SECRET.test(dice.secret)) return { promised: false, fingerprint: '', throws: [], faults: 0, right: false };
  const fingerprint = await commitmentOf(dice.secret);
  const key = await throwKey(dice.secret, dice.nonces);
  const throws = await Promise.all(
    dice.throws.map((one, index) => checkedThrow(key, one, dice.throws[index - 1]?.label ?? null)),
  );
  const promised = fingerprint === dice.commitment;
  const faults = throws.filter(({ fault }) => fault !== null).length;
  return { promised, fingerprint, throws, faults, right: promised && faults === 0 };
}

/** What a record file says of chance; the rest of it does not matter here. */
export interface ProvenRecord {
  actions: string[];
  fairness?: { commitment: string; secret?: string | null; nonces: string[]; labels: string[] } | null;
}

/** Whether these are the throws of that record, all of them: who names the parts must not leave out or change any. */
export function isOf({ actions, fairness }: ProvenRecord, dice: Dice): boolean {
  const outcomes = actions.filter((line) => line.startsWith('* ')).map((line) => line.slice(2));
  const { throws, commitment, secret, nonces } = dice;
  const told = [commitment, secret, nonces, throws.map(({ label }) => label), throws.map(({ outcome }) => outcome)];
  const due = [fairness?.commitment, fairness?.secret, fairness?.nonces, fairness?.labels, outcomes];
  return JSON.stringify(told) === JSON.stringify(due);
}

/** What a cheat would look like: the same game, but one throw fell otherwise. For those who want to see the check work. */
export function spoiled(dice: Dice): Dice {
  const movable = dice.throws.flatMap((one, index) => (one.high - one.low < one.total ? [index] : []));
  const victim = movable[movable.length >> 1];
  return { ...dice, throws: dice.throws.map((one, index) => (index === victim ? moved(one) : one)) };
}

function moved(one: Throw): Throw {
  return one.high < one.total ? { ...one, low: one.high, high: one.high + 1 } : { ...one, low: 0, high: one.low };
}

async function checkedThrow(key: Bytes, one: Throw, before: string | null): Promise<CheckedThrow> {
  const whole = [one.total, one.low, one.high].every(Number.isSafeInteger);
  if (!whole || one.low < 0 || one.low >= one.high || one.high > one.total) return { ...one, number: NaN, fault: 'part' };
  const number = await ticket(key, one.label, one.total);
  return { ...one, number, fault: faultOf(one, number, before) };
}

function faultOf(one: Throw, number: number, before: string | null): Fault | null {
  if (!LABEL.test(one.label)) return 'label';
  if (before !== null && LABEL.test(before) && !comesAfter(one.label, before)) return 'order';
  return one.low <= number && number < one.high ? null : 'outcome';
}

function comesAfter(label: string, before: string): boolean {
  const [entry, index] = label.split('/').map(BigInt) as [bigint, bigint];
  const [oldEntry, oldIndex] = before.split('/').map(BigInt) as [bigint, bigint];
  return entry > oldEntry || (entry === oldEntry && index > oldIndex);
}
