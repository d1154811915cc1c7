// The table page around a board: what it requests from the server, and what it drops.

import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board, GameEvent, View } from '../src/boards/board';
import { board } from '../src/boards/meine-schafe';
import { LiveTable } from '../src/live/live.svelte';
import { refusalPhrase } from '../src/words/refusals';
import { Stage } from '../src/stage/stage.svelte';
import Table from '../src/table/Table.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import { Zoom } from '../src/stage/zoom.svelte';
import type { Update } from '../src/types/wire';
import { say, type Phrase } from '../src/words/words.svelte';
import { FakeSocket, welcome } from './fakes';
import { speak } from './languages';
import { PATIENT } from './patience';

const LAY = 'lay T01a n1 2';
const player = { hand: 4, colours: null, shown: [], out: null, bonus: 0, skipped: false };
const view = (waiting: number) => ({
  ...{ game: 'meine-schafe', seat: 0, waiting_for: [waiting], may_act: [1 - waiting], scores: [4, 0], ranks: null },
  ...{ phase: 'turn', active: waiting, special: null, drawing: 0, bag: 40, reach: 10, areas: [], settlement: null },
  laid: [{ cell: 'start', tile: 'start', side: '', edges: 'VVVV', beast: null }],
  table: [{ ...player, colours: ['black'] }, player],
  hand: [{ tile: 'T01', a: 'VVBB', b: 'YYYY', beast: null }],
});

let live: LiveTable;
let page: Record<string, unknown>;

beforeEach(() => {
  speak('en');
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
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

type Props = ComponentProps<typeof Table>;

/** The page of seat 0. */
function sit(waiting: number, legal: string, more: Partial<Props> = {}, clocks: number[] | null = [30, 30]): void {
  FakeSocket.last.deliver(welcome({ view: view(waiting), legal, clocks }));
  show(more);
}

function show(more: Partial<Props> = {}, played = board as unknown as Board, speed = 0): Stage {
  const stage = new Stage(played, live.view, () => speed);
  live.onStep = (step) => (step === null ? stage.reset(live.view) : stage.add(step));
  const players = ['Ada', 'Bob'].map((name, seat) => ({ seat, name, colour: seat }));
  const props = {
    live,
    board: played,
    stage,
    components: {},
    players,
    zoom: new Zoom(),
    explainer: new Explainer(),
    wide: true,
    onTake: () => {},
    ...more,
  };
  page = mount(Table, { target: document.body, props });
  flushSync();
  return stage;
}

const press = (selector: string): void =>
  flushSync(() => {
    document.querySelector(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });

async function publish(version: number, kind: string, more: Partial<Update> = {}): Promise<void> {
  FakeSocket.last.deliver({
    type: 'update',
    version,
    note: { kind, seat: 1 },
    events: [],
    patch: [],
    moves: 1,
    clocks: [30, 30],
    ...more,
  });
  await Promise.resolve();
  flushSync();
}

test('the preview of a draft is requested again when the table changes', async () => {
  const asked = (): number => FakeSocket.last.sent.filter(({ type }) => type === 'preview').length;
  sit(0, `0${LAY}`);
  press('[data-cell="n1"]');
  expect(asked()).toBe(1);
  await publish(5, 'whistled', { held: { seat: 1, seconds: 10 } });
  expect(document.querySelector('.clock.running')).toBeNull();
  await publish(6, 'went-on');
  expect(document.querySelector('.clock.running')).not.toBeNull();
  expect(asked()).toBe(3);
});

test('a draft made while holding the game is cleared when the hold ends', async () => {
  sit(1, '0out');
  await publish(5, 'whistled', { held: { seat: 0, seconds: 10 } });
  press('[data-draft="out"]');
  expect(document.querySelector('[data-action="out"]')).not.toBeNull();
  await publish(6, 'went-on');
  expect(document.querySelector('[data-action], [data-draft]')).toBeNull();
  expect(document.querySelector('.sentence')!.textContent).not.toContain('?');
});

test('the whistle is available only while the server allows it', async () => {
  const ready = (): boolean => !document.querySelector<HTMLButtonElement>('.whistle')!.disabled;
  sit(1, '0out');
  expect(ready()).toBe(false);
  await publish(5, 'acted', { can_whistle: true });
  expect(ready()).toBe(true);
  await publish(6, 'whistled', { held: { seat: 0, seconds: 10 } });
  press('.whistle');
  expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: 'let-go', seat: 0 });
  await publish(7, 'went-on');
  expect(ready()).toBe(false);
});

test('a player who took the shared screen to interrupt needs no whistle, and gives it back', () => {
  const onGive = vi.fn();
  sit(1, '0out', { unasked: true, onGive }, null);
  // A player at another screen could go on.
  expect(document.querySelector('[data-draft="out"]')).toBeNull();
  flushSync(() => (live.yours = [0, 1]));
  expect(document.querySelector('[data-draft="out"]')).not.toBeNull();
  expect(document.querySelector('.held')).toBeNull();
  // So could a bot that plays for a player of this screen.
  const table = live.table!;
  flushSync(() => (live.table = { ...table, chairs: table.chairs.map((chair, seat) => ({ ...chair, left: seat === 1 })) }));
  expect(document.querySelector('[data-draft="out"]')).toBeNull();
  flushSync(() => (live.table = table));
  press('.go');
  expect(onGive).toHaveBeenCalledOnce();
  expect(FakeSocket.last.sent).toHaveLength(1);
  flushSync(() => (live.clocks = { left: [30, 30], at: 0 }));
  expect(document.querySelector('[data-draft="out"]')).toBeNull();
});

test('refusals are shown in the language of the page, with their values', () => {
  speak('de');
  expect(say(refusalPhrase({ reason: 'whistle.not_now' }))).toBe('Du kannst jetzt nicht unterbrechen.');
  expect(say(refusalPhrase({ reason: 'undo.left', values: { name: 'Ben', moves: 1 } }))).toBe(
    'Ben ist gegangen und kann nicht zustimmen. Lass mindestens einen Zug stehen.',
  );
  expect(say(refusalPhrase({ reason: 'seat.taken', values: { seat: 1 } }))).toBe('Platz 2 ist besetzt. Nimm einen freien.');
  expect(say(refusalPhrase({ reason: 'of.a.newer.server' }))).toBe('Das hat nicht geklappt.');
  sit(1, '');
});

test('a sentence has smaller letters while it does not fit', async () => {
  sit(0, LAY);
  const sentence = document.querySelector<HTMLElement>('.prompt .sentence')!;
  const long = async (height: number, text: string): Promise<boolean> => {
    Object.defineProperties(sentence, { clientHeight: { value: 80 }, scrollHeight: { value: height, configurable: true } });
    sentence.firstChild!.nodeValue = text;
    await new Promise((resolve) => setTimeout(resolve));
    return sentence.classList.contains('long');
  };
  expect(await long(104, 'four lines')).toBe(true);
  expect(await long(78, 'three lines')).toBe(false);
});

test('on small screens the table tools are a tab of the sheet', () => {
  sit(0, LAY, { wide: false });
  press('.prompt .buttons [aria-haspopup=dialog]');
  expect([...document.querySelectorAll('dialog [role=tab]')].map((tab) => tab.textContent.trim())).toEqual([
    'Log',
    'Chat',
    'Rules',
    'Table',
  ]);
  const tools = document.querySelector<HTMLElement>('dialog [role=tabpanel]:last-of-type')!;
  expect([tools.hidden, tools.textContent.includes('Stop playing')]).toEqual([true, true]);
  const walk = (key: string): string => {
    flushSync(() =>
      document.querySelector('dialog [aria-selected=true]')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    );
    return document.querySelector('dialog [aria-selected=true]')!.textContent.trim();
  };
  expect(['ArrowLeft', 'ArrowLeft', 'End', 'ArrowRight'].map(walk)).toEqual(['Table', 'Rules', 'Table', 'Log']);
  press('dialog [role=tab]:last-of-type');
  expect(tools.hidden).toBe(false);
});

test.each([true, false])('the undo button has a label where there is room for it (wide: %s)', (wide) => {
  FakeSocket.last.deliver(welcome({ view: view(0), legal: LAY, can_undo: true }));
  show({ wide });
  const undo = document.querySelector('[aria-keyshortcuts=u]')!;
  expect([undo.textContent.trim(), undo.querySelector('.unseen') === null]).toEqual(['Take back', wide]);
});

test('a region is a tab stop only while it scrolls', () => {
  const looks: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  sit(0, LAY);
  const choices = document.querySelector<HTMLElement>('.prompt .choices')!;
  const stopAt = (height: number): string | null => {
    Object.defineProperties(choices, { clientHeight: { value: 80 }, scrollHeight: { value: height, configurable: true } });
    for (const look of looks) look();
    return choices.getAttribute('tabindex');
  };
  expect([80, 81, 80].map(stopAt)).toEqual([null, '0', null]);
});

test('on a shared screen, only the seat it shows is addressed', () => {
  const ours = { yours: [0, 1], view: view(0), legal: LAY };
  FakeSocket.last.deliver(welcome({ ...ours, seat: null }));
  show();
  const spokenTo = (): string[] =>
    [...document.querySelectorAll('.seats .mine .name')].map((name) => name.firstElementChild!.textContent);
  expect(spokenTo()).toEqual([]);
  void live.look(0);
  FakeSocket.last.deliver(welcome(ours));
  flushSync();
  expect(spokenTo()).toEqual(['Ada']);
  expect(document.querySelector('.sentence')!.textContent).toMatch(/^Ada: /);
});

describe('the log and the board', () => {
  const slow = {
    ...(board as unknown as Board),
    stage: (view: View): View => view,
    pause: (): number => 50,
    describeEvent: ({ event }: GameEvent): Phrase => ({ key: event }),
  };
  const events = ['thrown', 'fallen'].map((event, index) => ({ event, clause: `MS-${index + 1}.1` }));
  const heard = (): string[] =>
    [...document.querySelector('[role=log]')!.querySelectorAll('.text, p:not(.empty)')].map((line) => line.textContent);
  const play = async (wide: boolean): Promise<Stage> => {
    FakeSocket.last.deliver(welcome({ view: view(0), legal: LAY }));
    const stage = show({ wide }, slow, 1);
    await publish(5, 'acted', { events });
    return stage;
  };
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([true, false])('a line appears once its event has been shown, and none is lost (wide: %s)', async (wide) => {
    await play(wide);
    expect(heard()).toEqual([]);
    await vi.advanceTimersByTimeAsync(50);
    flushSync();
    expect(heard()).toEqual(['thrown']);
    // A line that comes in the meantime waits its turn, even without an event on the board.
    await publish(6, 'left');
    expect(heard()).toEqual(['thrown']);
    await vi.advanceTimersByTimeAsync(50);
    flushSync();
    expect(heard()).toEqual(['thrown', 'fallen', 'Bob has left. A bot plays on.']);
  });

  test('the rules open at the clause of the last event shown', async () => {
    const rules = events.map((_, index) => ({
      id: `MS-${index + 1}.1`,
      chapter: 'All',
      status: 'A',
      text: 'So it is.',
      pictures: [],
    }));
    const answerTo = (address: string): unknown =>
      address.includes('/rules') ? rules : address.includes('/glossary') ? [] : address.includes('/about') ? { text: '' } : {};
    vi.stubGlobal('fetch', (address: string) => Promise.resolve(new Response(JSON.stringify(answerTo(address)))));
    await play(true);
    await vi.advanceTimersByTimeAsync(50);
    flushSync();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
    vi.useRealTimers();
    await vi.waitUntil(() => (flushSync(), document.querySelector('article.shown')), PATIENT);
    expect(document.querySelector<HTMLElement>('article.shown')!.dataset['place']).toBe('MS-1.1');
  });

  test('skipping shows all lines at once', async () => {
    const stage = await play(true);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    expect(heard()).toEqual(['thrown', 'fallen']);
  });

  test('with reduced motion no line waits', async () => {
    const matches = (query: string): boolean => query.includes('prefers-reduced-motion');
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({ matches: matches(query), addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList,
    );
    await play(true);
    expect(heard()).toEqual(['thrown', 'fallen']);
    vi.restoreAllMocks();
  });
});
