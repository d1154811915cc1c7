import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveTable } from '../src/live/live.svelte';
import type { Step } from '../src/stage/steps';
import type { Update } from '../src/types/wire';
import { FakeSocket, view, welcome } from './fakes';

let live: LiveTable;
let steps: (Step | null)[];

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  live = new LiveTable('T', 'secret');
  steps = [];
  live.onStep = (step) => steps.push(step);
  FakeSocket.last.open();
});
afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const update = (version: number, more: Partial<Update> = {}): Update => ({
  type: 'update',
  version,
  note: { kind: 'acted', seat: 0, by: 'person' },
  events: [{ event: 'bidmade', clause: 'VW-2.3' }],
  patch: [[['waiting_for', 0], 1]],
  moves: 1,
  ...more,
});

async function comeBack(): Promise<void> {
  FakeSocket.last.close(1006);
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.open();
}

const versions = (): number[] => live.log.map(({ version }) => version);
const shown = (): (number | undefined)[] => steps.map((step) => step?.happened.version);

test('a welcome sets the state; earlier events are in the log and are not shown again', () => {
  FakeSocket.last.deliver(welcome({ missed: [{ version: 4, note: { kind: 'begun' }, events: [], moves: 0 }] }));
  expect(live.view?.waiting_for).toEqual([0]);
  expect(live.legal).toEqual(['bid 14', 'bid 15']);
  expect(versions()).toEqual([4]);
  expect(steps).toEqual([null]);
});

test('an update changes only the parts of the view that it names', () => {
  FakeSocket.last.deliver(welcome());
  FakeSocket.last.deliver(update(5, { can_undo: true, undo: { seat: 0, keep: 0, agreed: [0] } }));
  expect(live.view?.waiting_for).toEqual([1]);
  expect(live.legal).toEqual(['bid 14', 'bid 15']);
  expect([live.canUndo, live.undo?.seat]).toEqual([true, 0]);
  FakeSocket.last.deliver(update(6, { legal: '', status: 'over', patch: [[['ranks'], [1, 2]]] }));
  expect([live.legal, live.canUndo, live.undo, live.table?.status]).toEqual([[], false, null, 'over']);
  expect(live.view?.ranks).toEqual([1, 2]);
  expect(shown()).toEqual([undefined, 5, 6]);
  expect((steps[1]!.view as { waiting_for: number[] }).waiting_for).toEqual([1]);
});

test('a known version is ignored', () => {
  FakeSocket.last.deliver(welcome());
  FakeSocket.last.deliver(update(5, { patch: [[['scores', 2], 1]] }));
  FakeSocket.last.deliver(update(5, { patch: [[['scores', 3], 1]] }));
  FakeSocket.last.deliver(update(4, { patch: [[['scores', 3], 1]] }));
  expect(live.view?.scores).toEqual([0, 0, 1]);
  expect(versions()).toEqual([5]);
});

test('missed steps are shown one by one, and the last one brings the new view', async () => {
  FakeSocket.last.deliver(welcome());
  await comeBack();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', seen: 4, seat: 0, invitation: 'secret' });
  const missed = [5, 6].map((version) => ({ version, note: { kind: 'acted' }, events: [], moves: version - 4 }));
  FakeSocket.last.deliver(welcome({ version: 6, view: view([1]), missed }));
  expect(shown()).toEqual([undefined, 5, 6]);
  expect([steps[1]?.view, steps[2]?.view?.waiting_for]).toEqual([null, [1]]);
  expect(versions()).toEqual([5, 6]);
});

test('every step has the number of moves before and after it', async () => {
  const moves = (): number[][] => live.log.map(({ before, moves: after }) => [before, after]);
  const missed = (version: number, after: number) => ({ version, note: { kind: 'undo-answered' }, events: [], moves: after });
  FakeSocket.last.deliver(welcome({ moves: 6, missed: [missed(3, 7), missed(4, 6)] }));
  FakeSocket.last.deliver(update(5, { moves: 2 }));
  expect(moves()).toEqual([
    [7, 7],
    [7, 6],
    [6, 2],
  ]);
  await comeBack();
  FakeSocket.last.deliver(welcome({ version: 7, moves: 0, missed: [missed(6, 1), missed(7, 0)] }));
  FakeSocket.last.deliver(update(8, { moves: 1 }));
  expect(moves().slice(3)).toEqual([
    [2, 1],
    [1, 0],
    [0, 1],
  ]);
});

test('after missing too much, only the new view is shown', async () => {
  FakeSocket.last.deliver(welcome());
  await comeBack();
  FakeSocket.last.deliver(welcome({ version: 400, missed: null }));
  expect(shown()).toEqual([undefined, undefined]);
});

test('odds are valid for one version', async () => {
  FakeSocket.last.deliver(welcome());
  void live.askOdds();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'odds', seat: 0 });
  const facts = [{ id: 'rounds', clause: 'SS-6.1', values: { most: 3 } }];
  const deliver = (): void =>
    FakeSocket.last.deliver({ type: 'odds', id: 'x', version: 4, seat: 0, chances: { 'bid 14': 0.9 }, facts });
  deliver();
  expect([live.odds, live.facts]).toEqual([{ 'bid 14': 0.9 }, facts]);
  FakeSocket.last.deliver(update(5));
  expect([live.odds, live.facts]).toEqual([null, facts]); // facts stay until the next ones come
  deliver();
  expect(live.odds).toBeNull();
  void live.look(null);
  expect(live.facts).toBeNull();
});

test('a late answer for the previous seat of a shared screen is dropped', () => {
  FakeSocket.last.deliver(welcome());
  void live.look(1);
  FakeSocket.last.deliver(welcome({ seat: 1 }));
  FakeSocket.last.deliver({ type: 'odds', id: 'x', version: 4, seat: 0, chances: { 'bid 14': 0.9 }, facts: [] });
  FakeSocket.last.deliver({ type: 'preview', id: 'x', version: 4, seat: 0, action: 'bid 14', events: [], patch: [] });
  expect([live.odds, live.facts, live.preview]).toEqual([null, null, null]);
  FakeSocket.last.deliver({ type: 'odds', id: 'x', version: 4, seat: 1, chances: { 'bid 14': 0.9 }, facts: [] });
  expect(live.odds).toEqual({ 'bid 14': 0.9 });
});

test('a preview is valid for one version', () => {
  FakeSocket.last.deliver(welcome());
  void live.askPreview('bid 14');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'preview', seat: 0, action: 'bid 14' });
  const preview = (version: number) =>
    FakeSocket.last.deliver({
      type: 'preview',
      id: 'x',
      version,
      seat: 0,
      action: 'bid 14',
      events: [],
      patch: [[['scores', 0], 7]],
    });
  preview(4);
  expect([live.preview?.action, live.preview?.view.scores]).toEqual(['bid 14', [7, 0]]);
  expect(live.view?.scores).toEqual([0, 0]);
  FakeSocket.last.deliver(update(5));
  expect(live.preview).toBeNull();
  preview(4);
  expect(live.preview).toBeNull();
});

test('the game waits for a whistle until an update no longer mentions it', () => {
  FakeSocket.last.deliver(welcome({ can_whistle: true }));
  expect(live.canWhistle).toBe(true);
  void live.whistle();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'whistle', seat: 0 });
  FakeSocket.last.deliver(update(5, { held: { seat: 0, seconds: 10 } }));
  expect(live.held?.seat).toBe(0);
  expect(live.held!.until! - Date.now()).toBeGreaterThan(9000);
  void live.letGo();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'let-go', seat: 0 });
  FakeSocket.last.deliver(update(6));
  expect([live.held, live.canWhistle]).toEqual([null, false]);
  FakeSocket.last.deliver(update(7, { can_whistle: true }));
  expect(live.canWhistle).toBe(true);
});

test('the table in words, odds and previews are valid for one version and one seat', () => {
  const described = (version: number, board: string): void =>
    FakeSocket.last.deliver({ type: 'described', id: 'x', version, board, ask: '' });
  FakeSocket.last.deliver(welcome());
  described(3, 'old');
  expect(live.inWords).toBeNull();
  described(4, 'mine');
  expect(live.inWords?.board).toBe('mine');
  void live.look(null);
  described(4, 'late');
  FakeSocket.last.deliver({
    type: 'preview',
    id: 'x',
    version: 4,
    seat: 0,
    action: 'bid 14',
    events: [],
    patch: [[['scores', 0], 7]],
  });
  FakeSocket.last.deliver({ type: 'odds', id: 'x', version: 4, seat: 0, chances: { 'bid 14': 0.9 }, facts: [] });
  expect([live.inWords, live.preview, live.odds, live.facts]).toEqual([null, null, null, null]);
});

test('a player who joins while the game is held sees that', () => {
  FakeSocket.last.deliver(welcome({ held: { seat: 1, seconds: 8 } }));
  expect(live.held?.seat).toBe(1);
});

test('a refusal is kept until the next command', async () => {
  FakeSocket.last.deliver(welcome());
  const tried = live.act('bid 14');
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.deliver({ type: 'refused', code: 'stale', reason: 'table.changed', message: 'look again', id });
  await tried;
  expect(live.refusal?.code).toBe('stale');
  void live.act('bid 15');
  expect(live.refusal).toBeNull();
});

test('a visitor who is turned away learns why', () => {
  FakeSocket.last.deliver({ type: 'refused', code: 'forbidden', reason: 'table.invitation', message: 'by invitation' });
  expect(live.shut?.code).toBe('forbidden');
});

// A shared screen keeps the view of a seat only while its player is in front of it.

const ours = { yours: [0, 1], view: view([0], { hand: 'secret of Ada' }) };

test('a shared screen shows no seat at first', () => {
  FakeSocket.last.deliver(welcome(ours));
  expect([live.view, live.legal, live.log, live.seat]).toEqual([null, [], [], null]);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'look', seat: null });
  FakeSocket.last.deliver(welcome({ ...ours, seat: null, view: view([0]), legal: '' }));
  expect([live.blind, live.seat, live.view?.waiting_for]).toEqual([false, null, [0]]);
});

test('a shared screen drops the view of a seat before it shows another', () => {
  FakeSocket.last.deliver(welcome({ ...ours, seat: null, view: view([0]), legal: '' }));
  void live.look(0);
  FakeSocket.last.deliver(welcome(ours));
  FakeSocket.last.deliver(update(5, { can_whistle: true }));
  expect([live.view, live.canWhistle]).toMatchObject([{ hand: 'secret of Ada' }, true]);
  void live.look(1);
  expect([live.view, live.legal, live.log, live.seat, live.blind, live.canWhistle]).toEqual([null, [], [], null, true, false]);
  expect(steps.at(-1)).toBeNull();
  // A late update for the previous seat is dropped.
  FakeSocket.last.deliver(update(6, { patch: [[['hand'], 'more of Ada']] }));
  expect([live.view, live.log, live.version]).toEqual([null, [], 6]);
  FakeSocket.last.deliver(welcome({ yours: [0, 1], seat: 1, version: 6, view: view([1], { hand: 'secret of Bob' }) }));
  expect(live.view).toMatchObject({ hand: 'secret of Bob' });
  expect([live.seat, live.blind]).toEqual([1, false]);
});

test('a shared screen shows the same seat after reconnecting', async () => {
  FakeSocket.last.deliver(welcome({ ...ours, seat: null, view: view([1]), legal: '' }));
  void live.look(1);
  FakeSocket.last.deliver(welcome({ ...ours, seat: 1, view: view([1]) }));
  await comeBack();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', seat: 1 });
  FakeSocket.last.deliver(welcome({ ...ours, seat: 1, view: view([1]) }));
  expect([live.seat, live.blind]).toEqual([1, false]);
});

const atSpectator = (version = 4): void =>
  FakeSocket.last.deliver(welcome({ ...ours, version, seat: null, view: view([0]), legal: '' }));

/** The server answers the last request. */
function answer(refused: string | null = null): void {
  const { id } = FakeSocket.last.sent.at(-1) as { id: string };
  FakeSocket.last.deliver(
    refused ? { type: 'refused', code: refused, reason: 'table.changed', message: '', id } : { type: 'ack', id, version: 4 },
  );
}

test('a shared screen shows a seat without secrets openly, and does not change until then', async () => {
  atSpectator();
  const shown = live.lookOpenly(1);
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'look', seat: 1, openly: true });
  expect([live.blind, live.view]).toMatchObject([false, { waiting_for: [0] }]);
  FakeSocket.last.deliver(welcome({ ...ours, seat: 1, view: view([1]) }));
  answer();
  expect(await shown).toBe(true);
  expect([live.seat, live.view?.waiting_for]).toEqual([1, [1]]);
});

test('a shared screen does not show a seat with a secret openly, and shows no refusal', async () => {
  atSpectator();
  const shown = live.lookOpenly(1);
  answer('secret');
  expect(await shown).toBe(false);
  expect([live.seat, live.refusal, live.blind]).toEqual([null, null, false]);
});

test('a shared screen shows no seat openly if the connection is lost before the answer', async () => {
  atSpectator();
  const shown = live.lookOpenly(0);
  await comeBack();
  FakeSocket.last.deliver(welcome({ ...ours, seat: 0 }));
  expect([live.view, live.blind]).toEqual([null, true]);
  const again = FakeSocket.last.sent.find((sent) => 'openly' in sent) as { id: string };
  FakeSocket.last.deliver(welcome({ ...ours, seat: 0 }));
  FakeSocket.last.deliver({ type: 'ack', id: again.id, version: 4 });
  expect(await shown).toBe(false);
  expect(live.view).toBeNull();
});

test('a player who has handed over openly can still undo the last action', async () => {
  atSpectator();
  void live.look(0);
  FakeSocket.last.deliver(welcome({ ...ours, seat: 0, can_undo: true }));
  const shown = live.lookOpenly(1);
  FakeSocket.last.deliver(welcome({ ...ours, seat: 1, view: view([1]) }));
  answer();
  await shown;
  expect(live.canUndo).toBe(true);
  void live.takeBack();
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'undo', seat: 0 });
  FakeSocket.last.deliver(update(5, {}));
  expect(live.canUndo).toBe(false);
});

test('a visitor who was turned away can try again with the full invitation', () => {
  FakeSocket.last.deliver({ type: 'refused', code: 'forbidden', reason: 'table.invitation', message: 'by invitation' });
  FakeSocket.last.close(4400);
  live.enter('whole');
  expect(live.shut).toBeNull();
  FakeSocket.last.open();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: 'hello', invitation: 'whole' });
});

test('what happened before the log began is put before it, once', () => {
  FakeSocket.last.deliver(welcome({ version: 120, missed: null }));
  expect(live.remembersAll).toBe(false);
  FakeSocket.last.deliver(update(121, {}));
  const one = (version: number) => ({ version, note: { kind: 'acted' }, events: [], before: 0, moves: 1, at: 0 });
  live.recall([one(0), one(60), one(120), one(121)]);
  expect(live.log.map(({ version }) => version)).toEqual([0, 60, 120, 121]);
  expect(live.remembersAll).toBe(true);
});
