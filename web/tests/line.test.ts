import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line, type LineState } from '../src/api/line';
import type { Down, Refusal } from '../src/types/wire';
import { FakeSocket } from './fakes';

let states: LineState[];
let received: Down[];
let line: Line;

function connect(): Line {
  return new Line('/tables/T/socket', {
    hello: () => ({ type: 'hello', seen: received.length }),
    receive: (message) => received.push(message),
    changed: (state) => states.push(state),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  states = [];
  received = [];
  line = connect();
  FakeSocket.last.open();
});
afterEach(() => {
  line.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const idOf = (message: unknown): string => (message as { id: string }).id;

test('hello comes first, and an answer reaches its sender', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const [hello, undo] = FakeSocket.last.sent;
  expect(hello).toEqual({ type: 'hello', seen: 0 });
  FakeSocket.last.deliver({ type: 'ack', id: idOf(undo), version: 7 });
  await expect(done).resolves.toBe(7);
});

test('a refusal reaches its sender', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const refusal: Refusal = {
    type: 'refused',
    code: 'refused',
    reason: 'undo.nothing',
    message: 'no',
    id: idOf(FakeSocket.last.sent[1]),
  };
  FakeSocket.last.deliver(refusal);
  await expect(done).rejects.toEqual(refusal);
});

test('a lost connection is restored, and unanswered messages are sent again with the same id', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const answered = line.send({ type: 'look', seat: null });
  const [, undo, look] = FakeSocket.last.sent;
  FakeSocket.last.deliver({ type: 'ack', id: idOf(look), version: 4 });
  await answered;
  FakeSocket.last.close(1006);
  expect(states.at(-1)).toBe('lost');
  const kept = line.send({ type: 'say', text: 'still there?' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.all.length).toBe(2);
  FakeSocket.last.open();
  expect(states).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
  const [hello, again, said, ...more] = FakeSocket.last.sent;
  expect(hello).toEqual({ type: 'hello', seen: 1 });
  expect(again).toEqual(undo);
  expect((said as { text: string }).text).toBe('still there?');
  expect(more).toEqual([]);
  FakeSocket.last.deliver({ type: 'ack', id: idOf(undo), version: 5 });
  FakeSocket.last.deliver({ type: 'ack', id: idOf(said), version: 5 });
  await expect(done).resolves.toBe(5);
  await expect(kept).resolves.toBe(5);
});

test('pauses between attempts grow, and are short again after a success', async () => {
  const gaps: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const before = FakeSocket.all.length;
    FakeSocket.last.close(1006);
    let waited = 0;
    while (FakeSocket.all.length === before) {
      await vi.advanceTimersByTimeAsync(100);
      waited += 100;
    }
    gaps.push(waited);
  }
  expect(gaps[0]).toBeLessThanOrEqual(600);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(6900);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(13_100);
  FakeSocket.last.open();
  FakeSocket.last.deliver({ type: 'pong', at: 0 });
  FakeSocket.last.close(1006);
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.last.readyState).toBe(0);
});

test('a connection without answers is dead', async () => {
  await vi.advanceTimersByTimeAsync(14_000);
  FakeSocket.last.deliver({ type: 'pong', at: 0 });
  await vi.advanceTimersByTimeAsync(32_000);
  expect(states.at(-1)).not.toBe('open');
});

test('going offline drops the connection at once, and going online restores it', async () => {
  const before = FakeSocket.last;
  dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('lost');
  dispatchEvent(new Event('online'));
  expect(FakeSocket.last).not.toBe(before);
  FakeSocket.last.open();
  expect(states.at(-1)).toBe('open');
});

test('a command that is refused temporarily is sent again', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const undo = FakeSocket.last.sent[1];
  FakeSocket.last.deliver({ type: 'refused', code: 'unavailable', reason: 'server.database', message: 'later', id: idOf(undo) });
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.deliver({ type: 'refused', code: 'throttled', reason: 'limit.messages', message: 'slower' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.last.sent.slice(1)).toEqual([undo, undo, undo]);
  FakeSocket.last.deliver({ type: 'ack', id: idOf(undo), version: 5 });
  await expect(done).resolves.toBe(5);
});

test('a rejected client does not try again', async () => {
  FakeSocket.last.close(4404);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(states.at(-1)).toBe('closed');
});
