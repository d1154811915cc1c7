// Takebacks: to before my own last move, unless another moment is chosen, and always with a preview.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { board } from '../src/boards/plain';
import type { Board } from '../src/boards/board';
import GoBack from '../src/table/GoBack.svelte';
import { LiveTable } from '../src/live/live.svelte';
import type { ReplaySeen } from '../src/types/wire';
import Seen from './Seen.svelte';
import { FakeSocket, view, welcome } from './fakes';
import { speak } from './languages';
import { PATIENT } from './patience';

/** Whose moves have been made; each has two frames, and the view counts them. */
let moved: number[];
let asked: string[];
let live: LiveTable;
let page: Record<string, unknown>;

const replay = (): ReplaySeen => ({
  game: 'volle-wolle',
  names: ['Ada', 'Bob'],
  seat: 0,
  frames: [
    { events: [], patch: [[[], view([0], { count: 0 })]], action: null },
    ...Array.from({ length: 1 + 2 * moved.length }, (_, at) => ({ events: [], patch: [[['count'], at + 1]], action: null })),
  ] as ReplaySeen['frames'],
  opening: 1,
  moves: moved.map((seat, number) => ({ version: 4 + number, seat, frame: 3 + 2 * number })),
});

beforeEach(() => {
  speak('en');
  [moved, asked] = [[0, 1, 0, 1, 1], []];
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response(JSON.stringify(replay()));
  });
  live = new LiveTable('T', 'secret');
  FakeSocket.last.open();
});

afterEach(() => {
  void unmount(page);
  live.close();
  vi.unstubAllGlobals();
});

const settle = async (): Promise<void> => {
  await vi.waitFor(() => expect(document.querySelector('dialog output')).not.toBeNull(), PATIENT);
  flushSync();
};

async function open(seat: number | null = 0, yours = [0]): Promise<void> {
  FakeSocket.last.deliver(welcome({ seat, yours, view: view([1]), legal: '', moves: moved.length }));
  const players = ['Ada', 'Bob'].map((name, number) => ({ seat: number, name, colour: number }));
  const drawn = { ...board, Drawing: Seen } as unknown as Board;
  page = mount(GoBack, { target: document.body, props: { live, board: drawn, components: {}, players, onClose: () => {} } });
  await settle();
}

async function happen(version: number, kind: string, seats: number[]): Promise<void> {
  moved = seats;
  FakeSocket.last.deliver({ type: 'update', version, note: { kind, seat: 1 }, events: [], patch: [], moves: moved.length });
  const before = asked.length;
  flushSync();
  await vi.waitFor(() => expect(asked.length).toBe(before + 1), PATIENT);
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

const count = (): string => document.querySelector('dialog output')!.textContent;
const shown = (): string => document.querySelector('dialog .seen')!.textContent;
const press = (selector: string): void => flushSync(() => document.querySelector<HTMLElement>(selector)!.click());

test('the default is before my own last move, however many came after it, and its position is shown', async () => {
  await open();
  expect(asked).toEqual(['/api/tables/T/replay?seat=0']);
  expect([count(), shown()]).toEqual(['3 moves', '5']);
  press('dialog .do');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'ask-undo', seat: 0, keep: 2 });
});

test('the default for a player without a move is one move back', async () => {
  moved = [1, 1];
  await open();
  expect([count(), shown()]).toEqual(['one move', '3']);
});

test('another moment is shown as soon as it is chosen', async () => {
  await open();
  press('dialog [aria-label="One move more"]');
  expect([count(), shown()]).toEqual(['4 moves', '3']);
  const slider = document.querySelector<HTMLInputElement>('dialog input[type=range]')!;
  slider.value = '5';
  flushSync(() => slider.dispatchEvent(new Event('input', { bubbles: true })));
  expect([count(), shown()]).toEqual(['5 moves', '1']);
});

test('moves made in the meantime are undone as well, and do not shift the choice', async () => {
  await open();
  await happen(5, 'acted', [...moved, 1]);
  expect([count(), shown()]).toEqual(['4 moves', '5']);
  press('dialog .do');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'ask-undo', keep: 2 });
});

test('moves undone in the meantime can no longer be chosen', async () => {
  await open();
  await happen(5, 'undone', [0, 1]);
  expect([count(), shown()]).toEqual(['one move', '3']);
  press('dialog .do');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'ask-undo', keep: 1 });
});

test('a shared screen without a seat shows the view of a spectator', async () => {
  FakeSocket.last.deliver(welcome({ seat: null, yours: [0, 1], view: view([1]), legal: '', moves: 5 }));
  await open(null, [0, 1]);
  expect(asked.at(-1)).toBe('/api/tables/T/replay');
  expect(count()).toBe('one move');
});
