// What this browser saw during the game, to compare with the record afterwards. The server's tests have the same in
// Python (sheepfold.fair.Witness). Only a witness knows that the commitments in a record are those shown before the
// game, and that nothing was thrown, undone or set up again unnoticed.

import type { DiceSeen, Down, Fairness, Missed, Note, Thrown, Update, Welcome } from '../types/wire';
import { commitmentTo, newNonce } from './nonce';
import type { SeenTakeback, Timeline } from './timeline';

/** Something that is wrong: the id of its message and the message's values. */
export interface Finding {
  id: string;
  values?: Record<string, string | number>;
}

/** What is kept between two visits to the page. */
interface Seen {
  version: number;
  commitment: string | null;
  round: number;
  sealed: (string | null)[] | null;
  /** By seat: the nonces of this round, and whether the table accepted the commitment. */
  nonces: Record<string, { nonce: string; committed: boolean }>;
  /** By number of the throw: the number of moves before it, and the seal of its outcome. */
  throws: Record<string, [moves: number, seal: string]>;
  /** For each throw that is not undone, the number of moves before it. */
  standing: number[];
  takebacks: SeenTakeback[];
  thrown: number;
  moves: number;
  asked: number | null;
  agreed: number[];
  absent: number[];
  /** False once this browser missed something while it was disconnected. */
  all: boolean;
  /** Whether this browser saw the end of the game. */
  end: boolean;
  /** Problems noticed during the game. */
  faults: Finding[];
  /** When this was last written: the oldest tables are deleted first. */
  at: number;
}

const PREFIX = 'sheepfold.dice.';
const HASH = /^[0-9a-f]{64}$/;
/** How many tables are kept. */
const MOST_TABLES = 50;

const nothing = (): Seen => ({
  version: 0,
  commitment: null,
  round: 1,
  sealed: null,
  nonces: {},
  throws: {},
  standing: [],
  takebacks: [],
  thrown: 0,
  moves: 0,
  asked: null,
  agreed: [],
  absent: [],
  all: true,
  end: false,
  faults: [],
  at: 0,
});

export class Witness {
  private seen: Seen;

  constructor(readonly table: string) {
    this.seen = read(table) ?? nothing();
  }

  /** Whether this browser was there before the game was over. */
  get wasThere(): boolean {
    return this.seen.commitment !== null;
  }

  /** Whether this browser saw the whole game. */
  get sawAll(): boolean {
    return this.seen.all && this.seen.end;
  }

  /** How many nonces of this browser are in the dice. */
  get added(): number {
    return Object.values(this.seen.nonces).filter(({ committed }) => committed).length;
  }

  observe(message: Down): void {
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'update' && message.version > this.seen.version) {
      this.step(message);
      if (message.status === 'over') this.seen.end = true;
      if (message.dice) this.setUp(message.dice);
    } else return;
    this.write();
  }

  /** This browser's commitment for a seat: to the same nonce in every tab, and to a new one in every round. */
  commitment(seat: number): Promise<string> {
    // Another tab may have created it.
    const nonces = read(this.table)?.nonces ?? {};
    this.seen.nonces[seat] ??= nonces[seat] ?? { nonce: newNonce(), committed: false };
    this.write();
    return commitmentTo(this.seen.nonces[seat].nonce);
  }

  /** The table accepted the commitment. */
  committed(seat: number): void {
    const own = this.seen.nonces[seat];
    if (own) own.committed = true;
    this.write();
  }

  /** The nonce of a seat, once all commitments are sealed and this browser's own is among them. */
  async toReveal(seat: number): Promise<string | null> {
    const own = this.seen.nonces[seat];
    const sealed = this.seen.sealed?.[seat];
    if (!own || !sealed || sealed !== (await commitmentTo(own.nonce))) return null;
    own.committed = true; // even if the answer to the commitment was lost
    return own.nonce;
  }

  private welcome({ table, missed, version, thrown, moves, dice }: Welcome): void {
    const { seen } = this;
    if (version < seen.version) return; // from a node that lags behind
    if (seen.commitment === null && table.status !== 'over') {
      seen.commitment = table.commitment ?? '';
      if (!HASH.test(seen.commitment)) this.fault({ id: 'live_no_promise' });
    } else if (seen.commitment !== null && seen.commitment !== table.commitment) this.fault({ id: 'live_promise' });
    missed?.forEach((one) => this.step(one));
    if (seen.version !== version) seen.all = false;
    else if (seen.thrown !== thrown || seen.moves !== moves) this.fault({ id: 'live_moved' });
    if (thrown < seen.thrown) this.fault({ id: 'throw_missing', values: { number: seen.thrown } });
    const absent = table.chairs.flatMap(({ left }, seat) => (left ? [seat] : []));
    Object.assign(seen, { version, thrown, moves, absent, end: seen.end || table.status === 'over' });
    this.setUp(dice);
  }

  private setUp({ round, sealed }: DiceSeen): void {
    const before = this.seen;
    const more = round - before.round;
    if (more < 0 || (more > 1 && before.all) || (more > 0 && before.thrown > 0))
      this.fault({ id: 'live_round', values: { round, before: before.round } });
    if (more === 0 && before.sealed && JSON.stringify(sealed) !== JSON.stringify(before.sealed)) this.fault({ id: 'live_seal' });
    if (more !== 0) before.nonces = {}; // those of an earlier round are no longer secret
    Object.assign(before, { round, sealed });
  }

  private step({ version, note, moves, thrown }: Update | Missed): void {
    if (version <= this.seen.version) return;
    if (version > this.seen.version + 1) {
      this.seen.all = false;
      this.seen.thrown = Math.max(this.seen.thrown, (thrown?.first ?? 1) - 1);
    }
    this.seen.version = version;
    this.observeNote(note);
    if (moves < this.seen.moves) this.goBack(moves);
    this.seen.moves = moves;
    if (thrown) this.throw(thrown);
  }

  private observeNote({ kind, seat, agreed }: Note): void {
    const { seen } = this;
    if (kind === 'undo-asked') Object.assign(seen, { asked: seat, agreed: [seat] });
    else if (kind === 'undo-answered' && agreed) seen.agreed = including(seen.agreed, seat!);
    else if (kind === 'undo-answered') seen.asked = null;
    else if (kind === 'left') Object.assign(seen, { asked: null, absent: including(seen.absent, seat!) });
    else if (kind === 'came-back') seen.absent = seen.absent.filter((one) => one !== seat);
    // The next player in that seat adds their own nonce.
    else if ((kind === 'stood' || kind === 'sat') && !seen.sealed) delete seen.nonces[seat!];
  }

  private goBack(moves: number): void {
    const { standing, asked, agreed, absent, thrown } = this.seen;
    if (standing.some((after) => after > moves)) {
      if (asked === null) this.fault({ id: 'live_back', values: { number: thrown } });
      else this.seen.takebacks.push({ thrown, moves, asked, agreed, absent });
    }
    this.seen.standing = standing.filter((after) => after <= moves);
    this.seen.asked = null;
  }

  private throw({ first, seals }: Thrown): void {
    if (first !== this.seen.thrown + 1) this.fault({ id: 'live_skipped', values: { number: first, before: this.seen.thrown } });
    seals.forEach((seal, index) => (this.seen.throws[first + index] = [this.seen.moves, seal]));
    this.seen.standing.push(...seals.map(() => this.seen.moves));
    this.seen.thrown = first + seals.length - 1;
  }

  private fault(finding: Finding): void {
    this.seen.faults.push(finding);
  }

  // After the game

  /** The differences between the record and what this browser saw; `seals` are those of the record's throws. */
  compare(fairness: Fairness, { throws, takebacks }: Timeline, seals: string[]): Finding[] {
    const found = [...this.seen.faults, ...this.compareSetUp(fairness)];
    for (const [number, [moves, seal]] of Object.entries(this.seen.throws)) {
      const recorded = throws[Number(number) - 1];
      if (!recorded) found.push({ id: 'throw_missing', values: { number } });
      else if (recorded.moves !== moves) found.push({ id: 'throw_moved', values: { number, seen: moves, told: recorded.moves } });
      else if (seals[Number(number) - 1] !== seal) found.push({ id: 'throw_changed', values: { number } });
    }
    if (this.sawAll && throws.length > this.seen.thrown)
      found.push({ id: 'throw_extra', values: { told: throws.length, seen: this.seen.thrown } });
    const seen = this.seen.takebacks.map((one) => JSON.stringify(one));
    const recorded = takebacks.map((one) => JSON.stringify(one));
    const unseen = this.sawAll ? takebacks.filter((one) => !seen.includes(JSON.stringify(one))) : [];
    const unrecorded = this.seen.takebacks.filter((one) => !recorded.includes(JSON.stringify(one)));
    found.push(...unseen.map(({ thrown }) => ({ id: 'takeback_unseen', values: { number: thrown } })));
    found.push(...unrecorded.map(({ thrown }) => ({ id: 'takeback_untold', values: { number: thrown } })));
    return found;
  }

  private compareSetUp({ commitment, players, restarts = [] }: Fairness): Finding[] {
    const { seen } = this;
    const found: Finding[] = [];
    const recorded = new Map(players.map((player) => [player.seat, player]));
    if (seen.commitment !== null && seen.commitment !== commitment) found.push({ id: 'other_promise' });
    const seats = seen.sealed ? new Set([...seen.sealed.keys(), ...recorded.keys()]) : [];
    for (const seat of seats)
      if ((seen.sealed?.[seat] ?? null) !== (recorded.get(seat)?.commitment ?? null))
        found.push({ id: 'other_seal', values: { seat: seat + 1 } });
    for (const [seat, { nonce, committed }] of Object.entries(seen.nonces))
      if (committed && recorded.get(Number(seat))?.nonce !== nonce)
        found.push({ id: 'my_nonce', values: { seat: Number(seat) + 1 } });
    if (restarts.length + 1 !== seen.round) found.push({ id: 'rounds', values: { told: restarts.length + 1, seen: seen.round } });
    return found;
  }

  private write(): void {
    this.seen.at = Date.now();
    try {
      // Another tab may have created a nonce in the meantime.
      const stored = read(this.table);
      if (stored?.round === this.seen.round) this.seen.nonces = { ...stored.nonces, ...this.seen.nonces };
      localStorage.setItem(PREFIX + this.table, JSON.stringify(this.seen));
      forgetOld();
    } catch {
      // Without storage, the witness lasts until the page is closed.
    }
  }
}

const including = (seats: number[], seat: number): number[] => [...new Set([...seats, seat])].sort((a, b) => a - b);

function read(table: string): Seen | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + table) ?? 'null') as Seen | null;
  } catch {
    return null;
  }
}

function forgetOld(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length <= MOST_TABLES) return;
  const tables = keys.map((key) => key.slice(PREFIX.length)).sort((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
  for (const table of tables.slice(0, keys.length - MOST_TABLES)) localStorage.removeItem(PREFIX + table);
}
