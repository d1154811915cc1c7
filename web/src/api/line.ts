// A connection to a table (or to the lobby) that reconnects by itself, with increasing pauses, and resends
// unanswered messages. The server recognises repeated messages by their id.

import type { Down, Hello, Refusal, Up } from '../types/wire';

export type LineState = 'connecting' | 'open' | 'lost' | 'closed';

interface Listener {
  /** The first message of each connection; null if there is none. */
  hello(): Hello | null;
  receive(message: Down): void;
  changed(state: LineState): void;
}

type Answer = { resolve: (version: number) => void; reject: (refusal: Refusal) => void; message: Up };

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const HEARTBEAT = 15_000;
/** Milliseconds without an answer to a heartbeat after which the connection is dead. */
const SILENCE = 10_000;
/** Close codes of a rejection: there is no such table, or it needs an invitation. */
const REJECTED = [4400, 4404];
/** Codes of temporary refusals: the same message is sent again. */
const TEMPORARY = ['throttled', 'unavailable'];
const SEND_AGAIN = 1000;

export class Line {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Answer>();
  private number = 0;
  private pause = FIRST_PAUSE;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private lastReceived = 0;
  private done = false;

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    this.listen();
    this.connect();
  }

  /** Resolves with the version at which the command was committed; rejects with the refusal. */
  send(message: Record<string, unknown> & { type: string }): Promise<number> {
    const id = `${Date.now().toString(36)}-${(this.number += 1)}-${Math.random().toString(36).slice(2, 8)}`;
    const whole = { ...message, id } as unknown as Up;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, message: whole });
      this.transmit(whole);
    });
  }

  /** Connect again, to send a new hello. */
  reconnect(): void {
    const before = this.socket;
    this.socket = null;
    before?.close();
    if (this.done) this.listen();
    this.connect();
  }

  close(): void {
    this.done = true;
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.shown);
    this.stopTimers();
    this.socket?.close();
    this.listener.changed('closed');
  }

  private listen(): void {
    this.done = false;
    addEventListener('online', this.hurry);
    addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.shown);
  }

  private connect(): void {
    this.stopTimers();
    this.listener.changed('connecting');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api${this.path}`);
    this.socket = socket;
    socket.onopen = () => {
      const hello = this.listener.hello();
      if (hello) this.transmit(hello);
      this.lastReceived = Date.now();
      this.timers.push(setInterval(() => this.beat(), HEARTBEAT));
      this.listener.changed('open');
      this.transmitAll();
    };
    socket.onmessage = (frame: MessageEvent<string>) => {
      this.lastReceived = Date.now();
      this.pause = FIRST_PAUSE;
      this.take(JSON.parse(frame.data) as Down);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.done) return;
      if (REJECTED.includes(event.code)) this.close();
      else this.reconnectLater();
    };
  }

  private reconnectLater(): void {
    this.stopTimers();
    this.socket = null;
    this.listener.changed('lost');
    // Jitter, so that clients do not all reconnect at the same moment.
    this.timers.push(setTimeout(() => this.connect(), this.pause * (0.7 + 0.6 * Math.random())));
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  private take(message: Down): void {
    if (message.type === 'refused' && TEMPORARY.includes(message.code)) {
      this.timers.push(setTimeout(() => this.transmitAll(), SEND_AGAIN));
      return;
    }
    if (message.type === 'ack' || (message.type === 'refused' && message.id)) {
      const answer = this.waiting.get(message.id!);
      this.waiting.delete(message.id!);
      if (message.type === 'ack') answer?.resolve(message.version);
      else answer?.reject(message);
    }
    this.listener.receive(message);
  }

  private transmit(message: Up): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private transmitAll(): void {
    for (const { message } of this.waiting.values()) this.transmit(message);
  }

  private beat(): void {
    // The lobby expects no hello and answers no heartbeat, so silence means nothing there.
    if (!this.listener.hello()) return;
    if (Date.now() - this.lastReceived > HEARTBEAT + SILENCE) this.cut();
    else this.transmit({ type: 'away', hidden: document.hidden });
  }

  /** Give up this socket, even if it reports no error. */
  private cut = (): void => {
    const dead = this.socket;
    if (dead === null || this.done) return;
    this.reconnectLater();
    dead.close();
  };

  private shown = (): void => {
    if (this.listener.hello()) this.transmit({ type: 'away', hidden: document.hidden });
    if (!document.hidden) this.hurry();
  };

  private hurry = (): void => {
    if (this.socket === null && !this.done) this.connect();
  };

  private stopTimers(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers = [];
  }
}
