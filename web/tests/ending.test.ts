// The end of a game: first the settlement, line by line, then the winner and the reason.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board, GameEvent } from '../src/boards/board';
import { board as hasteBock } from '../src/boards/haste-bock';
import { board as meineSchafe } from '../src/boards/meine-schafe';
import { board as schafeSchubsen } from '../src/boards/schafe-schubsen';
import { board as volleWolle } from '../src/boards/volle-wolle';
import { LiveTable } from '../src/live/live.svelte';
import { Stage } from '../src/stage/stage.svelte';
import Table from '../src/table/Table.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import { Zoom } from '../src/stage/zoom.svelte';
import type { Update } from '../src/types/wire';
import { expectSentence } from './boards';
import { FakeSocket, welcome } from './fakes';
import { speak } from './languages';

describe('why the winner has won', () => {
  const end = { seat: 0, waiting_for: [], may_act: [], scores: [12, 12, 7], ranks: [2, 1, 3] };
  const why = (board: unknown, view: object): string => expectSentence((board as Board).why!({ ...end, ...view }));
  const dyke = (fields: (number | null)[], ranks = [1, 2, 3]): object => ({ sheep: fields.map((field) => ({ field })), ranks });

  test.each(['en', 'de'])('every game has one sentence for players who do not know it (%s)', (language) => {
    speak(language);
    for (const board of [volleWolle, hasteBock, meineSchafe]) why(board, {});
    why(schafeSchubsen, dyke([3, 8, null]));
  });

  test('in Schafe schubsen it is the sheep behind', () => {
    speak('en');
    expect(why(schafeSchubsen, dyke([3, 8, null]))).toBe('When only two sheep are left on the dyke, the one behind wins.');
    expect(why(schafeSchubsen, dyke([0, 0, null], [1, 1, 3]))).toMatch(/both win/);
    for (const left of [
      [4, null, null],
      [null, null, null],
    ])
      expect(why(schafeSchubsen, dyke(left))).toMatch(/held out longest/);
  });

  test('equal points are explained by the tie-breaker', () => {
    speak('en');
    expect(why(meineSchafe, {})).toMatch(/^With equal points/);
    expect(why(hasteBock, {})).toMatch(/^With equal points/);
    expect(why(meineSchafe, { scores: [9, 12, 7] })).not.toMatch(/equal/);
    // Players who share the win are not tied with anyone else.
    expect(why(hasteBock, { ranks: [1, 1, 3] })).not.toMatch(/equal/);
  });
});

describe('at the table', () => {
  const seated = {
    board: 5,
    number: 5,
    chips: 1,
    herd: 2,
    sheep: [],
    dogs: 1,
    bone: false,
    top: null,
    has_bid: false,
    bid: null,
  };
  const view = {
    ...{ game: 'volle-wolle', seat: 0, waiting_for: [-1], may_act: [], scores: [0, 0], ranks: null, phase: 'rolling', round: 9 },
    ...{ middle: [], deck: 0, stock: 3, order: [], active: null, throw: null, table: [seated, seated], settlement: null },
  };
  const line = (seat: number, what: string, points: number): GameEvent => ({
    event: 'settled',
    seat,
    what,
    count: 1,
    points,
    clause: 'VW-5.1',
  });
  const events: GameEvent[] = [
    line(0, 'dog', 9),
    line(0, 'chips', 1),
    line(1, 'dog', 9),
    { event: 'total', seat: 0, points: 10, clause: 'VW-5.1' },
    { event: 'total', seat: 1, points: 9, clause: 'VW-5.1' },
    { event: 'gameended', ranks: [1, 2], clause: 'VW-5.1' },
  ];
  const lines = (...points: number[]): object[] =>
    points.map((one, index) => ({ what: ['dog', 'chips'][index], count: 1, points: one }));
  const settlement = [
    { gone: [], lines: lines(9, 1) },
    { gone: [], lines: lines(9) },
  ];

  let live: LiveTable;
  let page: Record<string, unknown>;

  beforeEach(() => {
    speak('en');
    vi.useFakeTimers();
    FakeSocket.all = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        disconnect(): void {}
      },
    );
    Element.prototype.scrollTo = () => {};
    live = new LiveTable('T', 'secret');
    FakeSocket.last.open();
  });
  afterEach(() => {
    void unmount(page);
    live.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  async function finish(): Promise<void> {
    FakeSocket.last.deliver(welcome({ view, legal: '' }));
    const board = volleWolle as unknown as Board;
    const stage = new Stage(board, live.view);
    live.onStep = (step) => (step === null ? stage.reset(live.view) : stage.add(step));
    const players = ['Ada', 'Bob'].map((name, seat) => ({ seat, name, colour: seat }));
    page = mount(Table, {
      target: document.body,
      props: {
        live,
        board,
        stage,
        components: {},
        players,
        zoom: new Zoom(),
        explainer: new Explainer(),
        wide: true,
        onTake: () => {},
      },
    });
    flushSync();
    const patch = Object.entries({ waiting_for: [], scores: [10, 9], ranks: [1, 2], phase: 'over', settlement }).map(
      ([key, value]) => [[key], value],
    );
    FakeSocket.last.deliver({
      type: 'update',
      version: 5,
      note: { kind: 'acted', seat: 0 },
      events,
      patch,
      moves: 5,
      status: 'over',
    } as unknown as Update);
    flushSync();
    // What comes after the game is loaded now, before it is shown.
    await vi.dynamicImportSettled();
  }

  const printed = (): number => document.querySelectorAll('.receipts dl div:not(.total)').length;
  const winner = (): string => document.querySelector('.ending .first .name')?.textContent ?? '';
  const sentence = (): string => document.querySelector('.prompt .sentence')!.textContent.trim();

  const shown = (): unknown => [printed(), winner()];

  test('the settlement comes first, line by line, and the winner after it', async () => {
    await finish();
    const seen = [shown()];
    for (const event of events) {
      await vi.advanceTimersByTimeAsync(volleWolle.pause(event));
      flushSync();
      seen.push(shown());
    }
    expect(seen).toEqual([
      [1, ''],
      [2, ''],
      [3, ''],
      [3, ''],
      [3, ''],
      [3, ''],
      [3, 'Ada'],
    ]);
    expect(sentence()).toMatch(/^Ada wins with 10 points\. White sheep bring points/);
  });

  test('a tap on the board shows the end at once, and nothing covers the board', async () => {
    await finish();
    document.querySelector<HTMLElement>('.board')!.click();
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    expect(shown()).toEqual([3, 'Ada']);
    expect(document.querySelector('.prompt .choices .ending')).not.toBeNull();
    expect(document.querySelector('.board .ending')).toBeNull();
    const places = [...document.querySelectorAll('.ending li')].map((place) => place.querySelector('.unseen')!.textContent);
    expect(places).toEqual(['Place 1', 'Place 2']);
    // Zooming is for the board alone.
    expect(document.querySelector('.board .receipts')).not.toBeNull();
    expect(document.querySelector('.board .frame .receipts')).toBeNull();
  });

  test('with reduced motion the settlement is shown at once', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('prefers-reduced-motion'),
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    );
    await finish();
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    expect(shown()).toEqual([3, 'Ada']);
  });
});

describe('what belongs to the settlement', () => {
  const all = [volleWolle, hasteBock, meineSchafe, schafeSchubsen] as unknown as Board[];
  test('the end of the game always does, and moves never do', () => {
    for (const board of all) {
      expect(board.settles!({ event: 'gameended', clause: '' })).toBe(true);
      for (const event of ['rolled', 'sheepmoved', 'tilelaid', 'walked'])
        expect(board.settles!({ event, clause: '' })).toBe(false);
    }
  });
});
