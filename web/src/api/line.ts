// A line to a table (or to the lobby) that mends itself: it comes back by itself, sooner at first and then less often,
// and sends again what was not answered. The server knows repeated messages by their id.

import type { Down, Hello, Refusal, Up } from '../types/wire';

export type LineState = 'connecting' | 'open' | 'lost' | 'closed';

interface Listener {
  /** What to say first, each time. */
  hello(): Hello | null;
  hear(message: Down): void;
  changed(state: LineState): void;
}

type Answer = { resolve: (version: number) => void; reject: (refusal: Refusal) => void; message: Up };

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const HEARTBEAT = 15_000;
/** No word for so long, although we asked: the line is dead. */
const SILENCE = 10_000;
/** The server will not have us: no such table, or not without an invitation. */
const NO = [4400, 4404];
/** Not done, but only for the moment: the same message is sent again. */
const NOT_NOW = ['throttled', 'unavailable'];
const SEND_AGAIN = 1000;

export class Line {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Answer>();
  private number = 0;
  private pause = FIRST_PAUSE;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private heard = 0;
  private done = false;

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    this.listen();
    this.connect();
  }

  /** Answered with the version at which it was done, or with the refusal. */
  send(message: Record<string, unknown> & { type: string }): Promise<number> {
    const id = `${Date.now().toString(36)}-${(this.number += 1)}-${Math.random().toString(36).slice(2, 8)}`;
    const whole = { ...message, id } as unknown as Up;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, message: whole });
      this.say(whole);
    });
  }

  /** Say hello again, because we are somebody else now. */
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
      if (hello) this.say(hello);
      this.heard = Date.now();
      this.timers.push(setInterval(() => this.beat(), HEARTBEAT));
      this.listener.changed('open');
      this.sayAll();
    };
    socket.onmessage = (frame: MessageEvent<string>) => {
      this.heard = Date.now();
      this.pause = FIRST_PAUSE;
      this.take(JSON.parse(frame.data) as Down);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.done) return;
      if (NO.includes(event.code)) this.close();
      else this.comeBack();
    };
  }

  private comeBack(): void {
    this.stopTimers();
    this.socket = null;
    this.listener.changed('lost');
    // A little luck, so that not everybody comes back at the same moment.
    this.timers.push(setTimeout(() => this.connect(), this.pause * (0.7 + 0.6 * Math.random())));
    this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE);
  }

  private take(message: Down): void {
    if (message.type === 'refused' && NOT_NOW.includes(message.code)) {
      this.timers.push(setTimeout(() => this.sayAll(), SEND_AGAIN));
      return;
    }
    if (message.type === 'ack' || (message.type === 'refused' && message.id)) {
      const answer = this.waiting.get(message.id!);
      this.waiting.delete(message.id!);
      if (message.type === 'ack') answer?.resolve(message.version);
      else answer?.reject(message);
    }
    this.listener.hear(message);
  }

  private say(message: Up): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private sayAll(): void {
    for (const { message } of this.waiting.values()) this.say(message);
  }

  private beat(): void {
    // Where nobody says hello (the lobby), nobody answers either: silence is no bad sign there.
    if (!this.listener.hello()) return;
    if (Date.now() - this.heard > HEARTBEAT + SILENCE) this.cut();
    else this.say({ type: 'away', hidden: document.hidden });
  }

  /** The line is dead, whatever the socket believes. */
  private cut = (): void => {
    const dead = this.socket;
    if (dead === null || this.done) return;
    this.comeBack();
    dead.close();
  };

  private shown = (): void => {
    if (this.listener.hello()) this.say({ type: 'away', hidden: document.hidden });
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
