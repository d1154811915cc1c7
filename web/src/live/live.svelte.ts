// A table as this browser knows it, folded from the server's messages. Independent of the game.

import { Line, type LineState } from '../api/line';
import { patched } from '../api/patches';
import { me } from '../api/person.svelte';
import { unpack } from '../api/choices';
import { Witness } from '../fair/witness';
import type { Preview, GameEvent, Held, InWords, View } from '../boards/board';
import { refusalsReady } from '../words/refusals';
import type { Happened, Step } from '../stage/steps';
import type {
  ChairSeen,
  DiceSeen,
  Down,
  Fact,
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

/** The most versions that the log keeps; whole games have fewer. */
const LONGEST_LOG = 5000;

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
  /** The version since which these actions are legal. */
  legalSince = $state(0);
  moves = $state(0);
  canUndo = $state(false);
  /** Whether I may hold the game for a moment: once until it moves on. */
  canWhistle = $state(false);
  presence = $state.raw<string[]>([]);
  /** Seconds left by seat, and when they were measured. */
  clocks = $state.raw<{ left: number[]; at: number } | null>(null);
  chat = $state.raw<Said[]>([]);
  undo = $state.raw<UndoSeen | null>(null);
  /** The state of setting up the dice. */
  dice = $state.raw<DiceSeen>({ round: 1, sealed: null });
  rematch = $state.raw<RematchSeen | null>(null);
  log = $state.raw<Happened[]>([]);
  /** Exact odds of my legal actions, once requested. */
  odds = $state.raw<Record<string, number> | null>(null);
  /** What else my seat could count, once requested; kept until the next answer. */
  facts = $state.raw<Fact[] | null>(null);
  /** The preview of a drafted action, once requested. */
  preview = $state.raw<Preview | null>(null);
  /** The table in plain text, once requested. */
  inWords = $state.raw<InWords | null>(null);
  /** A player has whistled, and the others wait. */
  held = $state.raw<Held | null>(null);
  /** Nothing is shown at the moment: the screen is being handed over. */
  blind = $state(false);
  /** Why the server refused the last command. */
  refusal = $state.raw<Refusal | null>(null);
  /** Why the server does not admit this client to the table. */
  shut = $state.raw<Refusal | null>(null);
  /** Called with every step, and with null when a new view comes without steps. */
  onStep: (step: Step | null) => void = () => {};

  /** Observes the dice, to compare them with the record. */
  readonly witness: Witness;

  private line: Line;
  private welcomed = false;
  /** On a shared screen: the seat whose player is in front of it. No view of my other seats is kept. */
  private present: number | null = null;
  /** The seat of mine that I have asked to see openly; a welcome after a lost connection is not the answer. */
  private awaited: number | null = null;
  /** The seat whose action can be undone: mine, or the one that has just handed over the screen. */
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

  /** Connect again with this invitation. */
  enter(invitation: string): void {
    this.invitation = invitation;
    this.reconnect();
  }

  /** Connect again after a player took a seat or got a name, to say who is here now. */
  reconnect(): void {
    this.welcomed = false;
    this.shut = null;
    // It may no longer be ours; the welcome says which seat is.
    this.seat = null;
    this.line.reconnect();
  }

  /** Whether several seats are played at this screen. */
  get shared(): boolean {
    return this.yours.length > 1;
  }

  /** Whether this browser's seat can act. */
  get mine(): boolean {
    return this.legal.length > 0;
  }

  get chairs(): ChairSeen[] {
    return this.table?.chairs ?? [];
  }

  // Commands

  act(action: string): Promise<boolean> {
    return this.send({ type: 'act', seat: this.seat, action, seen: this.version });
  }

  /** Commit to this browser's nonce for a seat. */
  async commit(seat: number): Promise<void> {
    if (await this.send({ type: 'ready', seat, commitment: await this.witness.commitment(seat) })) this.witness.committed(seat);
    else this.refusal = null; // another device of the same player was faster: its nonce counts
  }

  async reveal(seat: number, nonce: string): Promise<void> {
    if (!(await this.send({ type: 'reveal', seat, nonce }))) this.refusal = null; // too late: a new round begins
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

  /** Assign a bot to an empty seat; null keeps the seat free for a player. */
  appoint(seat: number, bot: string | null, name: string | null): Promise<boolean> {
    return this.send({ type: 'appoint', seat, bot, name });
  }

  leave(seat: number): Promise<boolean> {
    return this.send({ type: 'leave', seat });
  }

  /** Let a bot play for an absent player. */
  standIn(seat: number): Promise<boolean> {
    return this.send({ type: 'stand-in', seat });
  }

  comeBack(seat: number): Promise<boolean> {
    return this.send({ type: 'come-back', seat });
  }

  offerRematch(settings: Settings | null = null, seat = this.seat): Promise<boolean> {
    return this.send({ type: 'offer-rematch', seat, settings });
  }

  /** View the table from a seat of mine, or as a spectator. The previous seat's view is dropped at once. */
  look(seat: number | null): Promise<boolean> {
    this.present = seat;
    this.awaited = null;
    this.forget();
    return this.send({ type: 'look', seat });
  }

  /** View a seat of mine unless it sees something that the others at this screen must not see. The screen does not
   * change until the answer comes. Resolves with whether that seat is shown now. */
  async lookOpenly(seat: number): Promise<boolean> {
    this.awaited = seat;
    try {
      await this.line.send({ type: 'look', seat, openly: true });
    } catch (refusal) {
      if ((refusal as Refusal).code !== 'secret') await this.refused(refusal as Refusal);
    }
    this.awaited = null;
    return this.present === seat && this.seat === seat;
  }

  /** Nobody may have asked for the odds, so a refusal is not shown, nor does it replace one that is. */
  async askOdds(): Promise<boolean> {
    try {
      await this.line.send({ type: 'odds', seat: this.seat });
      return true;
    } catch {
      return false;
    }
  }

  askPreview(action: string): Promise<boolean> {
    return this.send({ type: 'preview', seat: this.seat, action });
  }

  /** Why I cannot choose this action now; null if I can. An action that is refused has no preview, only a reason. */
  async whyNot(action: string): Promise<Refusal | null> {
    try {
      await this.line.send({ type: 'preview', seat: this.seat, action });
      return null;
    } catch (refusal) {
      return refusal as Refusal;
    }
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

  /** Resolves with whether the command was committed. */
  private async send(message: Record<string, unknown> & { type: string }): Promise<boolean> {
    this.refusal = null;
    try {
      await this.line.send(message);
      return true;
    } catch (refusal) {
      await this.refused(refusal as Refusal);
      return false;
    }
  }

  private async refused(refusal: Refusal): Promise<void> {
    await refusalsReady();
    this.refusal = refusal;
  }

  // Messages from the server

  /** Odds and previews are for one version and one seat: a late answer may belong to the previous player of a shared screen. */
  private isCurrent({ version, seat }: { version: number; seat: number }): boolean {
    return version === this.version && seat === this.seat && !this.blind;
  }

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
        if (this.isCurrent(message)) [this.odds, this.facts] = [message.chances, message.facts];
        return;
      case 'described':
        if (message.version === this.version && !this.blind) this.inWords = message;
        return;
      case 'preview':
        if (this.isCurrent(message))
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
      // The server shows one of my seats, but it is unknown which player is in front of the screen.
      this.forget();
      if (this.present === null) void this.look(null);
      return;
    }
    if (message.seat !== this.seat) [this.log, this.facts] = [[], null];
    this.blind = false;
    this.seat = message.seat;
    this.canWhistle = message.can_whistle;
    this.take(message.view as View | null, message.legal, message.moves, message.can_undo, message.undo);
    if (undoSeat !== null) [this.canUndo, this.undoSeat] = [true, undoSeat];
    const missed = (message.missed ?? []).map((one, index, all) => happened(one, all[index - 1]?.moves ?? before ?? one.moves));
    this.log = [...this.log.filter(({ version }) => version < (missed[0]?.version ?? Infinity)), ...missed].slice(-LONGEST_LOG);
    // Missed events are shown on the old view; the last step brings the new view.
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
    // Drop an update for a seat that this screen no longer shows; a welcome will follow.
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
    this.log = [...this.log, one].slice(-LONGEST_LOG);
    this.onStep({ happened: one, view: this.view });
  }

  /** Whether the log goes back to the beginning of the game. */
  get remembersAll(): boolean {
    return (this.log[0]?.version ?? Infinity) <= 1;
  }

  /** Prepend what happened before the oldest item of the log. */
  recall(history: Happened[]): void {
    const known = this.log[0]?.version ?? Infinity;
    this.log = [...history.filter(({ version }) => version < known), ...this.log];
  }

  /** Drop everything that only one seat may see. */
  private forget(): void {
    this.blind = true;
    this.seat = null;
    this.view = null;
    this.legal = [];
    this.log = [];
    this.odds = null;
    this.facts = null;
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
