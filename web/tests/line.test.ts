import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line, type LineState } from '../src/api/line';
import type { Down, Refusal } from '../src/types/wire';
import { FakeSocket } from './fakes';

let states: LineState[];
let heard: Down[];
let line: Line;

function call(): Line {
  return new Line('/tables/T/socket', {
    hello: () => ({ type: 'hello', seen: heard.length }),
    hear: (message) => heard.push(message),
    changed: (state) => states.push(state),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  states = [];
  heard = [];
  line = call();
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
  FakeSocket.last.tell({ type: 'ack', id: idOf(undo), version: 7 });
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
  FakeSocket.last.tell(refusal);
  await expect(done).rejects.toEqual(refusal);
});

test('a lost line comes back, and sends with the same id what has no answer', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const answered = line.send({ type: 'look', seat: null });
  const [, undo, look] = FakeSocket.last.sent;
  FakeSocket.last.tell({ type: 'ack', id: idOf(look), version: 4 });
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
  FakeSocket.last.tell({ type: 'ack', id: idOf(undo), version: 5 });
  FakeSocket.last.tell({ type: 'ack', id: idOf(said), version: 5 });
  await expect(done).resolves.toBe(5);
  await expect(kept).resolves.toBe(5);
});

test('it calls ever less often, and soon again after it was back', async () => {
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
  FakeSocket.last.tell({ type: 'pong', at: 0 });
  FakeSocket.last.close(1006);
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSocket.last.readyState).toBe(0);
});

test('a line that nobody answers on is a dead one', async () => {
  await vi.advanceTimersByTimeAsync(14_000);
  FakeSocket.last.tell({ type: 'pong', at: 0 });
  await vi.advanceTimersByTimeAsync(32_000);
  expect(states.at(-1)).not.toBe('open');
});

test('a browser that says it is offline has no line, whatever the socket believes, and comes back with it', async () => {
  const before = FakeSocket.last;
  dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('lost');
  dispatchEvent(new Event('online'));
  expect(FakeSocket.last).not.toBe(before);
  FakeSocket.last.open();
  expect(states.at(-1)).toBe('open');
});

test('what the server cannot do at the moment is sent again', async () => {
  const done = line.send({ type: 'undo', seat: 0 });
  const undo = FakeSocket.last.sent[1];
  FakeSocket.last.tell({ type: 'refused', code: 'unavailable', reason: 'server.database', message: 'later', id: idOf(undo) });
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.tell({ type: 'refused', code: 'throttled', reason: 'limit.messages', message: 'slower' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.last.sent.slice(1)).toEqual([undo, undo, undo]);
  FakeSocket.last.tell({ type: 'ack', id: idOf(undo), version: 5 });
  await expect(done).resolves.toBe(5);
});

test('who is not let in does not knock again', async () => {
  FakeSocket.last.close(4404);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
  expect(states.at(-1)).toBe('closed');
});
