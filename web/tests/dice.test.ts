// The browser's half of docs/fairness.md: the vectors that the server's tests hold, and everything that can be wrong.

import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { check, commitmentOf, isOf, spoiled, throwKey, ticket, toHex, type ProvenRecord } from '../src/fair/dice';
import { keepCommitment, keptOf, nonceFor } from '../src/fair/kept';
import type { Dice, Throw } from '../src/types/wire';

interface Vector {
  secret: string;
  commitment: string;
  nonces: string[];
  key: string;
  tickets: { label: string; total: number; ticket: number }[];
}

const fairness = readFileSync('../docs/fairness.md', 'utf8');
const vectors = JSON.parse(/## Test vectors\s+```json\n([^]*?)```/.exec(fairness)![1]!) as Vector[];

/** What the server would tell of a vector: each throw with the smallest part that holds its number. */
function proofOf({ secret, commitment, nonces, tickets }: Vector): Dice {
  const throws = tickets.map(({ label, total, ticket }) => ({ label, total, low: ticket, high: ticket + 1, outcome: 'x' }));
  return { secret, commitment, nonces, throws };
}

const withThrow = (proof: Dice, index: number, change: Partial<Throw>): Dice => ({
  ...proof,
  throws: proof.throws.map((one, at) => (at === index ? { ...one, ...change } : one)),
});

test('there are vectors', () => expect(vectors.length).toBeGreaterThanOrEqual(3));

test.each(vectors)('commitment, key and numbers of $secret $nonces', async ({ secret, commitment, nonces, key, tickets }) => {
  expect(await commitmentOf(secret)).toBe(commitment);
  const made = await throwKey(secret, nonces);
  expect(toHex(made)).toBe(key);
  for (const { label, total, ticket: number } of tickets) expect(await ticket(made, label, total)).toBe(number);
});

test.each(vectors)('a true proof is found right', async (vector) => {
  const verdict = await check(proofOf(vector));
  expect(verdict).toMatchObject({ right: true, promised: true, faults: 0, fingerprint: vector.commitment });
  expect(verdict.throws.map(({ number }) => number)).toEqual(vector.tickets.map((one) => one.ticket));
});

const proof = proofOf(vectors[1]!);

test('a wrong outcome is named, and only that', async () => {
  const verdict = await check(withThrow(proof, 1, { low: 55, high: 60 }));
  expect(verdict.right).toBe(false);
  expect(verdict.throws.map(({ fault }) => fault)).toEqual([null, 'outcome', null, null]);
});

test('the part ends before its upper end', async () => {
  expect((await check(withThrow(proof, 1, { low: 50, high: 54 }))).right).toBe(false);
  expect((await check(withThrow(proof, 1, { low: 54, high: 55 }))).right).toBe(true);
});

test('another secret is not the promised one', async () => {
  const verdict = await check({ ...proof, secret: vectors[2]!.secret });
  expect(verdict).toMatchObject({ right: false, promised: false, fingerprint: vectors[2]!.commitment });
});

test.each(['', 'no', vectors[0]!.secret.toUpperCase().replace('0', 'F'), vectors[0]!.secret + '00'])(
  'what is no secret proves nothing: %s',
  async (secret) => expect(await check({ ...proof, secret })).toMatchObject({ right: false, promised: false }),
);

test('a changed nonce changes every throw', async () => {
  const verdict = await check({ ...proof, nonces: ['5f2b9d', 'e07a41'] });
  expect(verdict.right).toBe(false);
  expect(verdict.promised).toBe(true);
});

test('a label that is written otherwise, or comes too late, is a fault', async () => {
  expect((await check(withThrow(proof, 0, { label: '00/0', low: 0, high: 3 }))).throws[0]!.fault).toBe('label');
  const twice = withThrow(proof, 2, proof.throws[1]!);
  expect((await check(twice)).throws[2]!.fault).toBe('order');
  const back = withThrow(proof, 3, { ...proof.throws[0]! });
  expect((await check(back)).throws[3]!.fault).toBe('order');
});

test.each([
  { low: -1 },
  { low: 60, high: 60 },
  { high: 961 },
  { total: 0, low: 0, high: 0 },
  { total: 960.5 },
])('a part that is none is a fault: %o', async (change) => {
  expect((await check(withThrow(proof, 1, change))).throws[1]!.fault).toBe('part');
});

test('the throws must be those of the record, all of them and in order', () => {
  const record: ProvenRecord = {
    actions: ['* a', '0 lay 1', '* b'],
    fairness: { commitment: 'c', secret: 's', nonces: ['n'], labels: ['0/0', '1/0'] },
  };
  const [a, b] = ['a', 'b'].map((outcome, index) => ({ label: `${index}/0`, total: 6, low: 0, high: 1, outcome })) as [Throw, Throw];
  const told: Dice = { commitment: 'c', secret: 's', nonces: ['n'], throws: [a, b] };
  expect(isOf(record, told)).toBe(true);
  for (const other of [
    { ...told, throws: [a] },
    { ...told, throws: [b, a] },
    { ...told, throws: [a, { ...b, outcome: 'c' }] },
    { ...told, throws: [a, { ...b, label: '2/0' }] },
    { ...told, nonces: [] },
    { ...told, secret: 't' },
    { ...told, commitment: 'd' },
  ])
    expect(isOf(record, other)).toBe(false);
  expect(isOf({ actions: record.actions }, told)).toBe(false);
});

test('one throw that fell otherwise is noticed, and only that', async () => {
  const wide: Dice = { ...proof, throws: proof.throws.map((one) => ({ ...one, low: 0, high: one.total })) };
  expect((await check(spoiled(wide))).faults).toBe(0); // where everything gives the same there is nothing to cheat
  const verdict = await check(spoiled(proof));
  expect(verdict.faults).toBe(1);
  expect(verdict.throws.find(({ fault }) => fault)?.fault).toBe('outcome');
  const high = withThrow(proof, 2, { low: 500, high: 960 });
  expect((await check(high)).faults).toBe(0);
  expect((await check(spoiled(high))).faults).toBe(1);
});

// What the browser remembers

beforeEach(() => localStorage.clear());

test('the first commitment that was shown is kept', () => {
  keepCommitment('T', 'aa');
  keepCommitment('T', 'bb');
  expect(keptOf('T').commitment).toBe('aa');
  expect(keptOf('U').commitment).toBeNull();
});

test('a nonce is made once for each seat, and the server takes it', () => {
  const nonce = nonceFor('T', 0);
  expect(nonce).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(nonceFor('T', 0)).toBe(nonce);
  expect(nonceFor('T', 1)).not.toBe(nonce);
  expect(nonceFor('U', 0)).not.toBe(nonce);
  expect(keptOf('T').nonces).toMatchObject({ 0: nonce });
});

test('old tables are forgotten, the newest are not', () => {
  for (let number = 0; number < 60; number += 1) keepCommitment(`T${number}`, 'aa');
  expect(keptOf('T0').commitment).toBeNull();
  expect(keptOf('T59').commitment).toBe('aa');
  expect(Object.keys(JSON.parse(localStorage.getItem('sheepfold.dice')!) as object)).toHaveLength(50);
});
