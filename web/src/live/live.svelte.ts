// A table as this browser knows it: the messages of the server, folded. Nothing here knows a game.

import { Line, type LineState } from '../api/line';
import { patched } from '../api/patches';
import { me } from '../api/person.svelte';
import { unpack } from '../api/choices';
import { Witness } from '../fair/witness';
import type { Preview, GameEvent, Held, InWords, View } from '../boards/board';
import type { Happened, Step } from '../stage/steps';
import type {
  ChairSeen,
  DiceSeen,
  Down,
  HeldSeen,
  Missed,
  Refusal,
  RematchSeen,
  Said,
  Settings,
  TableSeen,
  UndoSeen,
  Update,
  Welcome,
} from '../types/wire';

/** So many versions the log keeps at most; whole games have fewer. */
const LOG = 5000;

export class LiveTable {
  state = $state<LineState>('connecting');
  version = $state(0);
  table = $state.raw<TableSeen | null>(null);
  seat = $state<number | null>(null);
  yours = $state.raw<number[]>([]);
  /** Whether this player is the host. */
  host = $state(false);
  view = $state.raw<View | null>(null);
  legal = $state.raw<string[]>([]);
  /** The version that brought these choices. */
  legalSince = $state(0);
  moves = $state(0);
  canUndo = $state(false);
  /** Whether I may hold the game for a moment; once until it has moved on. */
  canWhistle = $state(false);
  presence = $state.raw<string[]>([]);
  /** Seconds left by seat, and when that was. */
  clocks = $state.raw<{ left: number[]; at: number } | null>(null);
  chat = $state.raw<Said[]>([]);
  undo = $state.raw<UndoSeen | null>(null);
  /** How far the dice are set up. */
  dice = $state.raw<DiceSeen>({ round: 1, sealed: null });
  rematch = $state.raw<RematchSeen | null>(null);
  log = $state.raw<Happened[]>([]);
  /** Exact odds of what I can choose now, once they were asked for. */
  odds = $state.raw<Record<string, number> | null>(null);
  /** What an action that I consider would lead to, once it was asked for. */
  preview = $state.raw<Preview | null>(null);
  /** The table in plain text, once it was asked for. */
  inWords = $state.raw<InWords | null>(null);
  /** Somebody has whistled, and the others wait. */
  held = $state.raw<Held | null>(null);
  /** Nothing is seen at this moment: the screen is on its way to somebody else. */
  blind = $state(false);
  /** Why the server does not let us in, or why it refused the last thing that was tried. */
  refusal = $state.raw<Refusal | null>(null);
  shut = $state.raw<Refusal | null>(null);
  /** Told of every step, and of a fresh view without steps (null). */
  onStep: (step: Step | null) => void = () => {};

  /** What this browser sees of the dice, to compare it with the record. */
  readonly witness: Witness;

  private line: Line;
  private welcomed = false;
  /** At one screen: the seat whose person is known to sit before it. The view of no other seat of mine is kept. */
  private present: number | null = null;
  /** A seat of mine that is about to be shown openly; a welcome for it after a broken line is not the answer. */
  private awaited: number | null = null;
  /** The seat whose choice can be taken back: mine, or the one that has just handed over the screen. */
  private undoSeat: number | null = null;

  constructor(
    readonly id: string,
    public invitation: string | null,
    private readonly wantedSeat: number | null = null,
  ) {
    this.witness = new Witness(id);
    this.line = new Line(`/tables/${id}/socket`, {
      hello: () => ({
        type: 'hello',
        token: me.token,
        seen: this.version,
        seat: this.shared ? this.present : (this.seat ?? this.wantedSeat),
        invitation: this.invitation,
      }),
      receive: (message) => this.receive(message),
      changed: (state) => {
        this.state = state;
        this.awaited = null;
      },
    });
  }

  close(): void {
    this.line.close();
  }

  /** Try again with this invitation. */
  enter(invitation: string): void {
    this.invitation = invitation;
    this.reconnect();
  }

  /** Somebody has sat down (or got a name): the server must hear who is here now. */
  reconnect(): void {
    this.welcomed = false;
    this.shut = null;
    // Perhaps not ours any more; the server says which is.
    this.seat = null;
    this.line.reconnect();
  }

  /** Whether several seats are played at this screen. */
  get shared(): boolean {
    return this.yours.length > 1;
  }

  /** Whether the server waits for this browser's seat, or lets it act. */
  get mine(): boolean {
    return this.legal.length > 0;
  }

  get chairs(): ChairSeen[] {
    return this.table?.chairs ?? [];
  }

  // What the person does

  act(action: string): Promise<boolean> {
    return this.send({ type: 'act', seat: this.seat, action, seen: this.version });
  }

  /** Commit to this browser's nonce for a seat. */
  async commit(seat: number): Promise<void> {
    if (await this.send({ type: 'ready', seat, commitment: this.witness.commitment(seat) })) this.witness.committed(seat);
    else this.refusal = null; // another device of the same person was quicker: its nonce counts
  }

  async reveal(seat: number, nonce: string): Promise<void> {
    if (!(await this.send({ type: 'reveal', seat, nonce }))) this.refusal = null; // it was too late; a new round begins
  }

  takeBack(seat = this.undoSeat): Promise<boolean> {
    return this.send({ type: 'undo', seat });
  }

  askBack(keep: number, seat = this.seat): Promise<boolean> {
    return this.send({ type: 'ask-undo', seat, keep });
  }

  answerBack(seat: number, agreed: boolean): Promise<boolean> {
    return this.send({ type: 'answer-undo', seat, agreed });
  }

  stand(seat: number): Promise<boolean> {
    return this.send({ type: 'stand', seat });
  }

  /** A bot for a seat that nobody has taken; null keeps it free for somebody. */
  appoint(seat: number, bot: string | null, name: string | null): Promise<boolean> {
    return this.send({ type: 'appoint', seat, bot, name });
  }

  leave(seat: number): Promise<boolean> {
    return this.send({ type: 'leave', seat });
  }

  /** A bot plays for somebody else who is gone. */
  standIn(seat: number): Promise<boolean> {
    return this.send({ type: 'stand-in', seat });
  }

  comeBack(seat: number): Promise<boolean> {
    return this.send({ type: 'come-back', seat });
  }

  offerRematch(settings: Settings | null = null, seat = this.seat): Promise<boolean> {
    return this.send({ type: 'offer-rematch', seat, settings });
  }

  /** See the table from a seat of mine, or from nobody's. What the seat before saw is forgotten at once. */
  look(seat: number | null): Promise<boolean> {
    this.present = seat;
    this.awaited = null;
    this.forget();
    return this.send({ type: 'look', seat });
  }

  /** Look from a seat of mine, unless the others at this screen must not see what it sees. The screen stays as it is
   * until the answer comes: whether that seat is shown now. */
  async lookOpenly(seat: number): Promise<boolean> {
    this.awaited = seat;
    try {
      await this.line.send({ type: 'look', seat, openly: true });
    } catch (refusal) {
      if ((refusal as Refusal).code !== 'secret') this.refusal = refusal as Refusal;
    }
    this.awaited = null;
    return this.present === seat && this.seat === seat;
  }

  askOdds(): Promise<boolean> {
    return this.send({ type: 'odds', seat: this.seat });
  }

  askPreview(action: string): Promise<boolean> {
    return this.send({ type: 'foresee', seat: this.seat, action });
  }

  describe(): Promise<boolean> {
    return this.send({ type: 'describe' });
  }

  whistle(): Promise<boolean> {
    return this.send({ type: 'whistle', seat: this.seat });
  }

  letGo(): Promise<boolean> {
    return this.send({ type: 'let-go', seat: this.seat });
  }

  say(text: string): Promise<boolean> {
    return this.send({ type: 'say', text });
  }

  react(reaction: string): Promise<boolean> {
    return this.send({ type: 'react', reaction });
  }

  /** Whether it was done. */
  private async send(message: Record<string, unknown> & { type: string }): Promise<boolean> {
    this.refusal = null;
    try {
      await this.line.send(message);
      return true;
    } catch (refusal) {
      this.refusal = refusal as Refusal;
      return false;
    }
  }

  // What the server tells

  private receive(message: Down): void {
    this.witness.observe(message);
    switch (message.type) {
      case 'welcome':
        return this.welcome(message);
      case 'update':
        return this.update(message);
      case 'presence':
        this.presence = message.seats;
        return;
      case 'chat':
        if (!this.chat.some(({ number }) => number === message.said.number)) this.chat = [...this.chat, message.said];
        return;
      case 'odds':
        if (!this.blind) this.odds = message.chances;
        return;
      case 'described':
        if (message.version === this.version && !this.blind) this.inWords = message;
        return;
      case 'foreseen':
        // It was thought of for one version.
        if (message.version === this.version && !this.blind)
          this.preview = {
            action: message.action,
            events: message.events as GameEvent[],
            view: patched(this.view, message.patch) as View,
          };
        return;
      case 'refused':
        if (!message.id && !this.welcomed) this.shut = message;
        return;
    }
  }

  private welcome(message: Welcome): void {
    this.welcomed = true;
    const caughtUp = message.seat === this.seat && this.version > 0 && !this.blind;
    const before = caughtUp ? this.moves : null;
    const handed = message.seat !== null && message.seat === this.awaited;
    if (handed) this.present = message.seat;
    const undoSeat = handed && this.canUndo && message.version === this.version ? this.undoSeat : null;
    this.table = message.table;
    this.yours = message.yours;
    this.host = message.host;
    this.presence = message.presence;
    this.dice = message.dice;
    this.time(message.clocks);
    this.chat = message.chat;
    this.rematch = message.rematch;
    this.version = message.version;
    this.odds = null;
    this.preview = null;
    this.hold(message.held);
    if (this.shared && message.seat !== this.present) {
      // The server shows one of my seats, and nobody knows who looks at the screen.
      this.forget();
      if (this.present === null) void this.look(null);
      return;
    }
    if (message.seat !== this.seat) this.log = [];
    this.blind = false;
    this.seat = message.seat;
    this.canWhistle = message.can_whistle;
    this.take(message.view as View | null, message.legal, message.moves, message.can_undo, message.undo);
    if (undoSeat !== null) [this.canUndo, this.undoSeat] = [true, undoSeat];
    const missed = (message.missed ?? []).map((one, index, all) => happened(one, all[index - 1]?.moves ?? before ?? one.moves));
    this.log = [...this.log.filter(({ version }) => version < (missed[0]?.version ?? Infinity)), ...missed].slice(-LOG);
    // Events that were missed are shown on the old view; the last of them brings the new one.
    const steps = caughtUp && message.missed ? missed : [];
    steps.forEach((one, index) => this.onStep({ happened: one, view: index === steps.length - 1 ? this.view : null }));
    if (steps.length === 0) this.onStep(null);
  }

  private update(message: Update): void {
    if (message.version <= this.version) return;
    this.version = message.version;
    if (this.table) {
      this.table = {
        ...this.table,
        status: message.status ?? this.table.status,
        chairs: message.chairs ?? this.table.chairs,
      };
    }
    if (message.dice) this.dice = message.dice;
    if (message.clocks) this.time(message.clocks);
    if (message.rematch) this.rematch = message.rematch;
    this.odds = null;
    this.preview = null;
    this.hold(message.held ?? null);
    // An update for a seat that this screen has left is dropped; a welcome is on its way.
    if (this.blind) return;
    this.canWhistle = message.can_whistle ?? false;
    const one = happened(message, this.moves);
    this.take(
      patched(this.view, message.patch) as View | null,
      message.legal,
      message.moves,
      message.can_undo ?? false,
      message.undo ?? null,
    );
    this.log = [...this.log, one].slice(-LOG);
    this.onStep({ happened: one, view: this.view });
  }

  /** Whether the log reaches back to the beginning. */
  get remembersAll(): boolean {
    return (this.log[0]?.version ?? Infinity) <= 1;
  }

  /** What happened before the oldest line of the log. */
  recall(history: Happened[]): void {
    const known = this.log[0]?.version ?? Infinity;
    this.log = [...history.filter(({ version }) => version < known), ...this.log];
  }

  /** Nothing that a seat alone may know is left. */
  private forget(): void {
    this.blind = true;
    this.seat = null;
    this.view = null;
    this.legal = [];
    this.log = [];
    this.odds = null;
    this.preview = null;
    this.inWords = null;
    this.canUndo = false;
    this.canWhistle = false;
    this.refusal = null;
    this.onStep(null);
  }

  private take(
    view: View | null,
    legal: string | null | undefined,
    moves: number,
    canUndo: boolean,
    undo: UndoSeen | null,
  ): void {
    this.view = view;
    if (typeof legal === 'string') {
      this.legal = unpack(legal);
      this.legalSince = this.version;
    }
    this.moves = moves;
    this.canUndo = canUndo;
    this.undoSeat = this.seat;
    this.undo = undo;
  }

  private hold(held: HeldSeen | null): void {
    this.held = held && { seat: held.seat, until: Date.now() + held.seconds * 1000 };
  }

  private time(left: number[] | null): void {
    this.clocks = left === null ? null : { left, at: Date.now() };
  }
}

function happened({ version, note, events, moves }: Missed | Update, before: number): Happened {
  return { version, note, events: events as GameEvent[], before, moves, at: Date.now() };
}
