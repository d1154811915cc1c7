// A server under the test's control: fake sockets.

import type { Down, Up, Welcome } from '../src/types/wire';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  readyState = 0;
  sent: Up[] = [];
  onopen: () => void = () => {};
  onmessage: (frame: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  deliver(message: Down): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Up);
  }

  close(code = 1000): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }
}

export const view = (waiting: number[], more: Record<string, unknown> = {}): Record<string, unknown> => ({
  seat: 0,
  waiting_for: waiting,
  may_act: [],
  scores: [0, 0],
  ranks: null,
  ...more,
});

export function welcome(more: Partial<Welcome> = {}): Welcome {
  return {
    type: 'welcome',
    dice: { round: 1, sealed: null },
    thrown: 0,
    version: 4,
    table: {
      id: 'T',
      game: 'volle-wolle',
      status: 'running',
      options: {},
      public: false,
      clock: { kind: 'none' },
      chat: true,
      chairs: [
        { name: 'Ada', who: 'person' },
        { name: 'Bob', who: 'person' },
      ],
      commitment: '',
      created: 0,
    },
    seat: 0,
    yours: [0],
    host: false,
    view: view([0]),
    legal: '0bid 14|55',
    moves: 0,
    can_undo: false,
    can_whistle: false,
    missed: [],
    presence: ['here', 'here'],
    clocks: null,
    chat: [],
    undo: null,
    held: null,
    rematch: null,
    ...more,
  };
}
