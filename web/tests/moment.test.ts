// The moment on display: whom the game waits for, what the prompt says and what can be chosen while events are shown.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board, GameEvent, View } from '../src/boards/board';
import { board as plain } from '../src/boards/plain';
import { headlineOf } from '../src/stage/headline';
import { LiveTable } from '../src/live/live.svelte';
import type { Step } from '../src/stage/steps';
import { Stage } from '../src/stage/stage.svelte';
import Table from '../src/table/Table.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import { Zoom } from '../src/stage/zoom.svelte';
import type { Update } from '../src/types/wire';
import { FakeSocket, view as viewOf, welcome } from './fakes';
import { speak } from './languages';

const waiting = (...seats: number[]): View => viewOf(seats) as View;
const moved = (seat: number | null, event = 'moved'): GameEvent => ({ event, clause: '', seat });
const slow: Board = {
  ...plain,
  needsText: false,
  pause: () => 100,
  describeEvent: ({ event }) => (event === 'silent' ? null : { key: event }),
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('whom the game waits for while a step is shown', () => {
  const during = (before: number[], seat: number, after: number[]): number[] => {
    const stage = new Stage(slow, waiting(...before));
    const step: Step = {
      happened: { version: 1, note: { kind: 'acted' }, events: [moved(seat)], before: 0, moves: 0, at: 0 },
      view: waiting(...after),
    };
    stage.add(step);
    expect(stage.moment.happening).toMatchObject({ seat });
    return stage.moment.view!.waiting_for;
  };

  test('a turn that has ended is over at once, and the next one has not begun', () => {
    expect(during([0], 0, [1])).toEqual([]);
    expect(during([0], 0, [0])).toEqual([]);
    expect(during([0, 1], 1, [0, 1, 2])).toEqual([]);
  });

  test('the game still waits for players who choose simultaneously and have not chosen', () => {
    expect(during([0, 1, 2], 1, [0, 2])).toEqual([0, 2]);
    expect(during([0, 2], 0, [2])).toEqual([2]);
  });

  test('when everything has been shown, it is as the true view says', async () => {
    const stage = new Stage(slow, waiting(0));
    stage.add({
      happened: { version: 1, note: { kind: 'acted' }, events: [moved(0)], before: 0, moves: 0, at: 0 },
      view: waiting(1),
    });
    await vi.advanceTimersByTimeAsync(100);
    expect(stage.moment).toMatchObject({ happening: null, view: { waiting_for: [1] } });
  });
});

test('the headline announces events without giving away outcomes, describes the others, and is never empty', () => {
  const announcing = { ...slow, announce: ({ event }: GameEvent) => (event === 'rolled' ? { key: 'rolling' } : null) };
  const headline = (happening: GameEvent | null): string | undefined =>
    headlineOf({ view: null, happening, version: 0 }, announcing, [], {})?.key;
  expect([moved(0, 'rolled'), moved(0), moved(0, 'silent'), null].map(headline)).toEqual([
    'rolling',
    'moved',
    'table.moment',
    undefined,
  ]);
});

describe('at the table', () => {
  let live: LiveTable;
  let page: Record<string, unknown>;
  let stage: Stage;

  beforeEach(() => {
    speak('en');
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
    vi.unstubAllGlobals();
  });

  function sit(waits: number[], legal: string): void {
    FakeSocket.last.deliver(welcome({ view: viewOf(waits), legal }));
    stage = new Stage(slow, live.view);
    live.onStep = (step) => (step === null ? stage.reset(live.view) : stage.add(step));
    const players = ['Ada', 'Bob'].map((name, seat) => ({ seat, name, colour: seat }));
    const props = {
      live,
      board: slow,
      stage,
      components: {},
      players,
      zoom: new Zoom(),
      explainer: new Explainer(),
      wide: true,
      onTake: () => {},
    };
    page = mount(Table, { target: document.body, props });
    flushSync();
  }

  function happens(version: number, event: GameEvent, waits: number[], more: Partial<Update> = {}): void {
    const patch = [[['waiting_for'], waits]];
    FakeSocket.last.deliver({
      type: 'update',
      version,
      note: { kind: 'acted', seat: 1 },
      events: [event],
      patch,
      moves: version,
      ...more,
    });
    flushSync();
  }

  async function pass(): Promise<void> {
    await vi.advanceTimersByTimeAsync(100);
    flushSync();
  }

  const text = (selector: string): string => document.querySelector(selector)?.textContent.trim() ?? '';
  const all = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((seat) => seat.querySelector('.text')!.textContent);
  const says = (): unknown => ({
    sentence: text('.sentence'),
    mine: document.querySelector('.prompt.mine') !== null,
    turns: all('.seats li:has(.turn)'),
    acting: all('.seats li.acting'),
    choices: document.querySelectorAll('.prompt [data-action]').length,
  });

  test('my turn is over as soon as my move is shown, and the next begins when it has been shown', async () => {
    sit([0], '0a|0b');
    expect(says()).toMatchObject({ mine: true, turns: ['Ada'], acting: [], choices: 2 });
    happens(5, moved(0, 'mine-moved'), [1], { legal: '' });
    happens(6, moved(1, 'other-moved'), [0], { legal: '0c' });
    expect(says()).toEqual({ sentence: 'mine-moved', mine: false, turns: [], acting: ['Ada'], choices: 0 });
    await pass();
    expect(says()).toEqual({ sentence: 'other-moved', mine: false, turns: [], acting: ['Bob'], choices: 0 });
    await pass();
    expect(says()).toMatchObject({ mine: true, turns: ['Ada'], acting: [], choices: 1 });
  });

  test('a player who chooses simultaneously with others is not interrupted when they choose', () => {
    sit([0, 1], '0a|0b');
    happens(5, moved(1), [0]);
    expect(says()).toMatchObject({ mine: true, turns: ['Ada'], acting: ['Bob'], choices: 2 });
  });

  test('a player who has chosen while the choice of another is shown is no longer asked', () => {
    sit([0, 1], '0a|0b');
    happens(5, moved(1, 'other-chose'), [0]);
    happens(6, moved(0, 'mine-chose'), [1], { legal: '' });
    expect(says()).toEqual({ sentence: 'other-chose', mine: false, turns: [], acting: ['Bob'], choices: 0 });
  });

  test('choices come with their moment, although later moves of others are still shown', async () => {
    sit([1], '');
    happens(5, moved(1, 'revealed'), [0, 1], { legal: '0a' });
    happens(6, moved(1, 'chosen'), [0]);
    expect(says()).toMatchObject({ sentence: 'revealed', mine: false, turns: [], choices: 0 });
    await pass();
    expect(says()).toMatchObject({ mine: true, turns: ['Ada'], acting: ['Bob'], choices: 1 });
  });

  test('the log announces events, and the prompt is announced only when there is something to do', async () => {
    const liveRegion = (): string | null => document.querySelector('.sentence')!.getAttribute('aria-live');
    sit([1], '');
    happens(5, moved(1), [0], { legal: '0a' });
    expect(liveRegion()).toBe('off');
    await pass();
    expect(liveRegion()).toBe('polite');
  });
});
