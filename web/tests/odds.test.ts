// The odds at a table: facts in words, shown when asked for, and to learners without being asked.

import { flushSync, mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { board } from '../src/boards/plain';
import { learner } from '../src/browser/learner.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import { LiveTable } from '../src/live/live.svelte';
import { groupsOf } from '../src/odds/facts';
import { Stage } from '../src/stage/stage.svelte';
import { Zoom } from '../src/stage/zoom.svelte';
import Table from '../src/table/Table.svelte';
import type { Fact } from '../src/types/wire';
import { percent } from '../src/words/percent';
import { say } from '../src/words/words.svelte';
import { FakeSocket, view, welcome } from './fakes';
import { LANGUAGES, messages, speak } from './languages';

const GAME = 'volle-wolle';
const players = ['Ada', 'Bob'].map((name, seat) => ({ seat, name, colour: seat }));
const pile = (kind: string, cards: number, chance: number): Fact => ({
  id: 'pile',
  clause: 'VW-2.1',
  values: { kind, cards, pile: 52 },
  chance,
});
const FACTS: Fact[] = [
  { id: 'middle', clause: 'VW-5.1', values: { kind: 'dog', card: 'dog', face: 0, points: 9 } },
  pile('dog', 8, 0.498565),
  pile('bone', 1, 0.076923),
];

describe.each(LANGUAGES)('%s', (language) => {
  beforeEach(() => speak(language));

  test('facts of one id stand under one heading', () => {
    const groups = groupsOf(FACTS, GAME, 0, players);
    expect(groups.map(({ id, facts }) => [id, facts.length])).toEqual([
      ['middle', 1],
      ['pile', 2],
    ]);
    expect(groups.map(({ title }) => title && say(title))).toEqual([
      messages(language)['outlook.volle-wolle.middle.title'],
      messages(language)['outlook.volle-wolle.pile.title']!.replace('{pile}', '52'),
    ]);
    expect(say(groups[0]!.facts[0]!.phrase)).toContain('+9');
    expect(groups[1]!.facts.map(({ chance }) => chance)).toEqual([0.498565, 0.076923]);
  });

  test('a fact is about me or about somebody with a name', () => {
    const scoring = (seat: number): Fact => ({ id: 'scoring', clause: 'HB-7.6', seat, values: { steps: 4, turns: 1 } });
    const said = [0, 1].map((seat) => say(groupsOf([scoring(seat)], 'haste-bock', 0, players)[0]!.facts[0]!.phrase));
    expect(said[0]).not.toContain('Ada');
    expect(said[1]).toContain('Bob');
  });

  test('a game without words still shows its facts', () => {
    const fact: Fact = { id: 'sheep-left', clause: 'LS-1.1', seat: 1, values: { sheep: 3 } };
    expect(say(groupsOf([fact], 'last-sheep', 0, players)[0]!.facts[0]!.phrase)).toBe('sheep-left: name Bob, sheep 3');
  });
});

test('only what is certain is 100 %, and only what is impossible 0 %', () => {
  speak('en');
  expect([0, 0.0001, 0.5, 0.9999, 1].map(percent)).toEqual(['0%', '1%', '50%', '99%', '100%']);
});

describe('a learner', () => {
  beforeEach(() => localStorage.clear());

  test('learns a game until one is finished', () => {
    expect(learner.learns('one-game')).toBe(true);
    learner.finished('one-game');
    expect([learner.learns('one-game'), learner.learns('another-game')]).toEqual([false, true]);
  });

  test('may go on learning', () => {
    learner.choose('third-game', true);
    learner.finished('third-game');
    expect(learner.learns('third-game')).toBe(true);
  });
});

describe('at the table', () => {
  let live: LiveTable;
  let page: Record<string, unknown> | null;

  beforeEach(() => {
    speak('en');
    vi.useFakeTimers();
    FakeSocket.all = [];
    page = null;
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(): void {}
        unobserve(): void {}
        disconnect(): void {}
      },
    );
    HTMLDialogElement.prototype.showModal ??= () => {};
    live = new LiveTable('T', 'secret');
    FakeSocket.last.open();
    FakeSocket.last.deliver(welcome());
  });

  afterEach(() => {
    if (page) void unmount(page);
    live.close();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  async function sit(learns: boolean, wide = true): Promise<void> {
    learner.choose(GAME, learns);
    const stage = new Stage(board, live.view, () => 0);
    const props: ComponentProps<typeof Table> = {
      ...{ live, board, stage, components: {}, players, zoom: new Zoom(), explainer: new Explainer(), wide, onTake: () => {} },
    };
    page = mount(Table, { target: document.body, props });
    flushSync();
    await settle();
  }

  async function settle(): Promise<void> {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(200);
    flushSync();
  }

  const asked = (): number => FakeSocket.last.sent.filter(({ type }) => type === 'odds').length;
  const answer = (version: number): void =>
    flushSync(() => FakeSocket.last.deliver({ type: 'odds', id: 'x', version, seat: 0, chances: {}, facts: FACTS }));
  const next = (version: number): void =>
    FakeSocket.last.deliver({
      ...{ type: 'update', version, note: { kind: 'acted', seat: 1 }, events: [], patch: [], moves: 1, clocks: null },
    });
  const shown = (): string => document.querySelector('.counted')?.textContent ?? '';

  test('are one tap away, and counted again while they are open', async () => {
    await sit(false);
    expect([asked(), document.querySelector('.counted')]).toEqual([0, null]);
    document.querySelector<HTMLElement>('button.odds')!.click();
    flushSync();
    await settle();
    expect(asked()).toBe(1);
    answer(4);
    expect(shown()).toContain('Dogs: 8');
    for (const version of [5, 6, 7]) next(version);
    await settle();
    expect(asked()).toBe(2); // once for three moves at a time
    expect(document.querySelector('.counted')!.getAttribute('aria-busy')).toBe('true');
    document.querySelector<HTMLElement>('button.odds')!.click();
    flushSync();
    next(8);
    await settle();
    expect([asked(), document.querySelector('.counted')]).toEqual([2, null]);
  });

  test('open and close with a key', async () => {
    await sit(false);
    const press = (): boolean => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }));
    press();
    flushSync();
    await settle();
    expect(document.querySelector('.counted')).not.toBeNull();
    press();
    flushSync();
    expect(document.querySelector('.counted')).toBeNull();
  });

  test('are there for a learner, until the switch is off', async () => {
    await sit(true);
    answer(4);
    expect(shown()).toContain('Bone: 1');
    document.querySelector<HTMLInputElement>('footer input')!.click();
    flushSync();
    expect([learner.learns(GAME), shown() !== '']).toEqual([false, true]);
  });

  test('are one line on the phone of a learner', async () => {
    await sit(true, false);
    answer(4);
    expect(asked()).toBe(1);
    expect([document.querySelector('.counted'), document.querySelector('button.odds')]).toEqual([null, null]);
    const line = [...document.querySelectorAll<HTMLElement>('.choices button')].find(({ textContent }) =>
      textContent.includes('Odds'),
    );
    expect(line!.textContent).toContain(messages('en')['outlook.volle-wolle.middle.title']);
  });

  test('are not for those who only watch', async () => {
    FakeSocket.last.deliver(welcome({ seat: null, yours: [], version: 5, legal: '', view: view([0], { seat: null }) }));
    await sit(true);
    expect([asked(), document.querySelector('button.odds'), document.querySelector('.counted')]).toEqual([0, null, null]);
  });
});
