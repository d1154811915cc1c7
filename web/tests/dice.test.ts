// The browser's half of docs/fairness.md: the test vectors shared with the server's tests, and forged records.

import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { check, spoiled } from '../src/fair/check';
import { contribute } from '../src/fair/contribute';
import { commitmentOf, nonceCommitment, throwKey, ticket } from '../src/fair/hash';
import { commitmentTo, newNonce } from '../src/fair/nonce';
import { timeline, type ProvenRecord } from '../src/fair/timeline';
import { Witness } from '../src/fair/witness';
import type { Dice, Down, Takeback, Throw } from '../src/types/wire';
import { messages } from './languages';
import { PATIENT } from './patience';

interface Vector {
  secret: string;
  commitment: string;
  nonces: string[];
  nonce_commitments: string[];
  key: string;
  tickets: { number: number; total: number; ticket: number }[];
}

interface Forgery {
  name: string;
  record: ProvenRecord;
  dice: Dice;
  /** The id of the expected finding; '' if nothing is wrong. */
  browser: string;
  heard: Down[] | null;
}

const fairness = readFileSync('../docs/fairness.md', 'utf8');
const vectors = JSON.parse(/## Test vectors\s+```json\n([^]*?)```/.exec(fairness)![1]!) as Vector[];
const FORGERIES = '../build/forgeries.json';
if (!existsSync(FORGERIES)) throw new Error('forgeries.json is missing: `npm test` writes it before the tests run');
const forgeries = JSON.parse(readFileSync(FORGERIES, 'utf8')) as Forgery[];
/** The nonce of the browser at the first seat, the same as in tests/forgeries/games.py. */
const NONCE = 'the-nonce-of-seat-0';

beforeEach(() => localStorage.clear());

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('there are vectors', () => expect(vectors.length).toBeGreaterThanOrEqual(3));

test.each(vectors)('commitments, key and tickets of $secret $nonces', (vector) => {
  expect(commitmentOf(vector.secret)).toBe(vector.commitment);
  expect(vector.nonces.map(nonceCommitment)).toEqual(vector.nonce_commitments);
  const key = throwKey(vector.secret, vector.nonces);
  expect(hex(key)).toBe(vector.key);
  for (const { number, total, ticket: due } of vector.tickets) expect(ticket(key, number, total)).toBe(due);
});

/** A witness that held the first seat throughout. */
function witnessOf(heard: Down[]): Witness {
  const seen = new Witness('T');
  const kept = JSON.parse(JSON.stringify(heard)) as Down[];
  for (const message of kept) seen.observe(message);
  // Replace the random nonce by a known one.
  const stored = JSON.parse(localStorage.getItem('sheepfold.dice.T')!) as object;
  localStorage.setItem('sheepfold.dice.T', JSON.stringify({ ...stored, nonces: { 0: { nonce: NONCE, committed: true } } }));
  return new Witness('T');
}

describe('forgeries', () => {
  test('exist for records and for live tables', () => {
    expect(forgeries.filter(({ heard }) => heard === null).length).toBeGreaterThan(10);
    expect(forgeries.filter(({ heard }) => heard !== null).length).toBeGreaterThan(10);
  });

  test.each(forgeries)('$name', ({ record, dice, browser, heard }) => {
    const verdict = check(record, dice, heard && witnessOf(heard));
    const found = verdict.findings.map(({ id }) => id);
    if (browser) expect(found).toContain(browser);
    else expect(found).toEqual([]);
    expect(verdict.right).toBe(browser === '');
    for (const language of ['en', 'de']) for (const id of found) expect(messages(language)).toHaveProperty([`fair.found.${id}`]);
  });

  test('every message for a finding is used', () => {
    const words = Object.keys(messages('en')).filter((key) => key.startsWith('fair.found.'));
    const source = ['check', 'witness'].map((name) => readFileSync(`src/fair/${name}.ts`, 'utf8')).join('');
    for (const key of words) expect(source).toContain(`'${key.slice('fair.found.'.length)}'`);
  });
});

const { record, dice, heard } = forgeries.find(({ name }) => name === 'live: fair')!;
const changed = (change: Partial<Throw>): Dice => ({
  throws: dice.throws.map((one, at) => (at === 3 ? { ...one, ...change } : one)),
});

test.each([{ low: -1 }, { low: 60, high: 60 }, { high: 9_999_999 }, { total: 0, low: 0, high: 0 }, { total: 960.5 }])(
  'an invalid ticket range is a fault: %o',
  (change) => expect(check(record, changed(change), null).throws[3]!.fault).toBe('part'),
);

test('the throws must be all those of the record, in order', () => {
  const others: Throw[][] = [
    dice.throws.slice(1),
    [...dice.throws].reverse(),
    changed({ outcome: 'another' }).throws,
    changed({ number: 99 }).throws,
    [...dice.throws, dice.throws[0]!],
  ];
  for (const throws of others) expect(check(record, { throws }, null).findings).toContainEqual({ id: 'parts' });
});

test.each(['', 'no', record.fairness!.secret!.toUpperCase(), `${record.fairness!.secret}00`, null])(
  'a malformed secret proves nothing: %s',
  (secret) => expect(check({ ...record, fairness: { ...record.fairness!, secret } }, dice, null).right).toBe(false),
);

test('one changed throw is found, and no other', () => {
  const { throws, findings } = check(record, spoiled(dice), null);
  expect(throws.filter(({ fault }) => fault)).toHaveLength(1);
  expect(findings).toEqual([{ id: 'throws', values: { faults: 1, count: throws.length } }]);
});

test('undone throws keep their numbers and are marked as undone', () => {
  const { throws, takebacks } = timeline(record);
  expect(throws.map(({ number }) => number)).toEqual(throws.map((_, index) => index + 1));
  const undone = record.fairness!.takebacks![0]!.actions.filter((line) => line.startsWith('* '));
  expect(throws.filter((one) => one.undone).map(({ outcome }) => `* ${outcome}`)).toEqual(undone);
  expect(takebacks).toMatchObject([{ asked: 0, agreed: [0, 1] }]);
  expect(check(record, dice, null).throws.filter((one) => one.undone)).toHaveLength(undone.length);
});

const takeback = (keep: number, actions: string[]): Takeback => ({ keep, actions, asked: 0, agreed: [0, 1] });
test.each([
  [takeback(-1, ['0 a', '* b'])],
  [takeback(9999, ['0 a', '* b'])],
  [takeback(2, ['0 a'])],
  [takeback(2, [])],
  [takeback(2, ['* b'])],
])('an impossible takeback is found: %o', (one) => {
  const other = { ...record, fairness: { ...record.fairness!, takebacks: [one] } };
  expect(check(other, dice, null).findings).toContainEqual({ id: 'takeback', values: { takeback: 1 } });
});

// What the browser stores

test('only a browser that connected before the end of the game saw the commitment', () => {
  expect(new Witness('T').wasThere).toBe(false);
  const late = heard![0] as Down & { type: 'welcome' };
  const witness = new Witness('T');
  witness.observe({ ...late, table: { ...late.table, status: 'over' } });
  expect(witness.wasThere).toBe(false);
  expect(witnessOf(heard!).wasThere).toBe(true);
});

test('a witness outlives the page, and a repeated message counts once', () => {
  for (const message of heard!) new Witness('T').observe(message);
  for (const message of heard!) new Witness('T').observe(message);
  expect(check(record, dice, new Witness('T')).findings).toEqual([]);
  expect(new Witness('T').sawAll).toBe(true);
});

test('a witness claims nothing about the time when it was disconnected', () => {
  const witness = witnessOf(heard!.slice(0, 20));
  const last = heard!.at(-1) as Down & { type: 'update' };
  const welcome = heard![0] as Down & { type: 'welcome' };
  const thrown = dice.throws.length;
  const sealed = record.fairness!.players.map(({ commitment }) => commitment ?? null);
  witness.observe({ ...welcome, version: last.version, missed: null, thrown, moves: last.moves, dice: { round: 1, sealed } });
  expect(witness.sawAll).toBe(false);
  expect(check(record, dice, witness).findings).toEqual([]);
});

test.each(vectors)('a commitment to a nonce is the same with and without HTTPS', async ({ nonces, nonce_commitments: due }) => {
  expect(await Promise.all(nonces.map(commitmentTo))).toEqual(due);
  vi.stubGlobal('crypto', { subtle: undefined });
  expect(await Promise.all(nonces.map(commitmentTo))).toEqual(due);
  vi.unstubAllGlobals();
});

test('all tabs share one nonce per seat, table and round', async () => {
  expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  const committed = await new Witness('T').commitment(0);
  expect(await new Witness('T').commitment(0)).toBe(committed);
  expect(await new Witness('T').commitment(1)).not.toBe(committed);
  expect(await new Witness('U').commitment(0)).not.toBe(committed);
});

test('a nonce is revealed only once the commitments are sealed and include its own', async () => {
  const witness = new Witness('T');
  const own = await witness.commitment(0);
  const welcome = heard![0] as Down & { type: 'welcome' };
  const seal = (round: number, sealed: (string | null)[] | null): void =>
    witness.observe({ ...welcome, dice: { round, sealed } });
  seal(1, null);
  expect(await witness.toReveal(0)).toBeNull();
  seal(1, ['ab'.repeat(32), own]);
  expect(await witness.toReveal(0)).toBeNull();
  const other = new Witness('U');
  const mine = await other.commitment(0);
  other.observe({ ...welcome, dice: { round: 1, sealed: [mine, null] } });
  expect(nonceCommitment((await other.toReveal(0))!)).toBe(mine);
  other.observe({ ...welcome, dice: { round: 2, sealed: null } });
  expect(await other.toReveal(0)).toBeNull();
  expect(await other.commitment(0)).not.toBe(mine);
});

test('each step is sent once per round, and again after taking the seat again', async () => {
  const chair = { name: 'Anna', who: 'person' as const };
  const commit = vi.fn(() => Promise.resolve());
  const reveal = vi.fn(() => Promise.resolve());
  const witness = new Witness('T');
  const table = {
    table: { status: 'open' },
    yours: [0],
    chairs: [chair],
    dice: { round: 1, sealed: null as string[] | null },
    witness,
    commit,
    reveal,
  };
  contribute(table);
  contribute(table);
  expect(commit).toHaveBeenCalledTimes(1);
  table.yours = [];
  contribute(table);
  table.yours = [0];
  contribute(table);
  expect(commit).toHaveBeenCalledTimes(2);
  const sealed = [await witness.commitment(0)];
  witness.observe({ ...(heard![0] as Down & { type: 'welcome' }), dice: { round: 1, sealed } });
  table.dice = { round: 1, sealed };
  contribute(table);
  contribute(table);
  await vi.waitFor(() => expect(reveal).toHaveBeenCalled(), PATIENT);
  expect(reveal).toHaveBeenCalledTimes(1);
  table.table.status = 'running';
  table.dice = { round: 2, sealed: null };
  contribute(table);
  expect(commit).toHaveBeenCalledTimes(2);
});

test('each seat commits once, and reveals only a sealed nonce', async () => {
  const chairs = [
    { name: 'Anna', who: 'person' as const, ready: true },
    { name: 'Ben', who: 'person' as const },
  ];
  const commit = vi.fn((_seat: number) => Promise.resolve());
  const reveal = vi.fn(() => Promise.resolve());
  const dice = { round: 1, sealed: null as (string | null)[] | null };
  const witness = new Witness('T');
  const asked = vi.spyOn(witness, 'toReveal');
  const table = { table: { status: 'open' }, yours: [0, 1], chairs, dice, witness, commit, reveal };
  contribute(table);
  expect(commit.mock.calls).toEqual([[1]]);
  table.dice = { round: 1, sealed: [null, null] };
  contribute(table);
  expect(asked.mock.calls).toEqual([[0], [1]]);
  expect(await Promise.all(asked.mock.results.map(({ value }) => value as Promise<string | null>))).toEqual([null, null]);
  expect(reveal).not.toHaveBeenCalled();
  table.dice = { round: 2, sealed: null };
  contribute(table);
  expect(commit.mock.calls).toEqual([[1], [1]]);
});

test('a takeback does not need absent players, and the end of a ticket range is exclusive', () => {
  const [takeback] = record.fairness!.takebacks!;
  const without = { ...record, fairness: { ...record.fairness!, takebacks: [{ ...takeback!, agreed: [0], absent: [1] }] } };
  expect(check(without, dice, null).findings).toEqual([]);
  const { ticket: drawn, low } = check(record, dice, null).throws.find((one) => one.low < one.ticket)!;
  const index = dice.throws.findIndex(
    (one) => one.low === low && check(record, dice, null).throws[one.number - 1]!.ticket === drawn,
  );
  const cut = { throws: dice.throws.map((one, at) => (at === index ? { ...one, high: drawn } : one)) };
  expect(check(record, cut, null).throws[index]!.fault).toBe('outcome');
});

test('only the newest tables are kept', () => {
  vi.useFakeTimers();
  for (let number = 0; number < 60; number += 1) {
    vi.setSystemTime(1000 + number);
    new Witness(`T${number}`).observe(heard![0]!);
  }
  vi.useRealTimers();
  expect(new Witness('T0').wasThere).toBe(false);
  expect(new Witness('T59').wasThere).toBe(true);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('sheepfold.dice.'))).toHaveLength(50);
});
