// One layer explains whatever is drawn: by mouse, by keyboard, by touch, and why something cannot be chosen.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Board, Explain, View } from '../src/boards/board';
import { Explainer, LEAVE, PRESS, REST, wholeOf } from '../src/explain/explainer.svelte';
import { placed } from '../src/explain/place';
import { answerOf } from '../src/explain/reasons';
import type { Reason } from '../src/words/refusals';
import { say } from '../src/words/words.svelte';
import Explained from './Explained.svelte';
import { held } from './held.svelte';
import { LANGUAGES, speak } from './languages';

const players = ['Ada', 'Flocke', 'Rambo'].map((name, seat) => ({ seat, name, colour: seat }));
const view = (more: Partial<View> = {}): View => ({
  ...{ seat: 0, waiting_for: [0], may_act: [], scores: [0, 0, 0], ranks: null, second: true },
  ...more,
});
const explain: Explain = (thing) =>
  thing === 'ghost'
    ? null
    : {
        title: { key: 'explain.volle-wolle.bid', values: { bid: thing } },
        text: { key: 'explain.volle-wolle.sheep.text' },
        facts: [{ key: 'explain.volle-wolle.fact.pile', values: { count: 4 } }],
        clause: 'VW-2.4',
        Picture: null,
      };
const board = { explain: () => Promise.resolve({ explain }) } as unknown as Board;

const choose = vi.fn();
const whyNot = vi.fn((_: string): Promise<Reason | null> => Promise.resolve(null));
let explainer: Explainer;
let page: ReturnType<typeof mount>;
let props: { explainer: Explainer; board: Board; shown: object; whyNot: typeof whyNot | null; choose: () => void };

beforeEach(() => {
  speak('en');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  choose.mockClear();
  whyNot.mockClear();
  explainer = new Explainer();
  props = held({ explainer, board, shown: { view: view(), players, components: {} }, whyNot, choose });
  page = mount(Explained, { target: document.body, props: props as never });
  flushSync();
});
afterEach(() => {
  void unmount(page);
  vi.useRealTimers();
});

const at = (id: string): HTMLElement => document.getElementById(id)!;
function send(id: string, type: string, more: PointerEventInit = {}): boolean {
  const init = { bubbles: true, cancelable: true, pointerType: 'mouse', isPrimary: true, ...more };
  const kind = type.startsWith('pointer') ? PointerEvent : MouseEvent;
  return at(id).dispatchEvent(new kind(type, init));
}
const touch = (id: string, type: string, more: PointerEventInit = {}): boolean =>
  send(id, type, { pointerType: 'touch', ...more });
const key = (name: string, target: Element = document.body): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
};
/** Let time pass, and everything be loaded and drawn. */
async function pass(long = 0): Promise<void> {
  vi.advanceTimersByTime(long);
  for (let turn = 0; turn < 5; turn += 1) {
    flushSync();
    await vi.dynamicImportSettled();
    await Promise.resolve();
  }
  flushSync();
}
const card = (): HTMLElement | null => document.querySelector('[data-explains]');
const heading = (): string => card()?.querySelector('.title')?.textContent ?? '';

describe('a mouse', () => {
  test('that rests on a thing opens a card with title, text, facts and clause', async () => {
    send('control', 'pointermove');
    await pass(REST - 1);
    expect(card()).toBeNull();
    await pass(1);
    expect(heading()).toBe('Bid card 1');
    expect(card()!.textContent).toContain('A sheep for somebody’s herd.');
    expect(card()!.textContent).toContain('4 cards are left.');
    expect(card()!.querySelector('.clause')?.textContent).toContain('VW-2.4');
  });

  test('explains the innermost thing, and the next one sooner', async () => {
    send('mark', 'pointermove');
    await pass(REST);
    expect(heading()).toBe('Bid mark');
    send('control', 'pointermove', { clientX: 50 });
    await pass(LEAVE);
    expect(heading()).toBe('Bid card 1');
  });

  test('closes the card by leaving, but may enter the card', async () => {
    send('control', 'pointermove');
    await pass(REST);
    send('ground', 'pointermove');
    await pass(LEAVE - 1);
    card()!.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }));
    await pass(LEAVE * 2);
    expect(card()).not.toBeNull();
    send('ground', 'pointermove');
    await pass(LEAVE);
    expect(card()).toBeNull();
  });

  test('that clicks is not disturbed by what comes to lie under it', async () => {
    send('control', 'pointerdown', { clientX: 5, clientY: 5 });
    send('control', 'click');
    expect(choose).toHaveBeenCalledOnce();
    send('still', 'pointermove', { clientX: 5, clientY: 5 });
    await pass(REST * 2);
    expect(card()).toBeNull();
    send('still', 'pointermove', { clientX: 40, clientY: 5 });
    await pass(REST);
    expect(heading()).toBe('Bid card 2');
  });

  test('learns nothing about an unknown thing', async () => {
    send('unknown', 'pointermove');
    await pass(REST);
    expect(card()).toBeNull();
  });
});

describe('a keyboard', () => {
  test('gets a card at the focus, and Escape closes it and nothing else', async () => {
    vi.spyOn(at('control'), 'matches').mockReturnValue(true);
    at('control').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    await pass(REST);
    expect(heading()).toBe('Bid card 1');
    expect(document.querySelector('[role=status]')?.textContent).toContain('4 cards are left.');
    const below = vi.fn();
    document.addEventListener('keydown', below);
    expect(key('Escape').defaultPrevented).toBe(true);
    await pass();
    expect([card(), below.mock.calls]).toEqual([null, []]);
    expect(key('Escape').defaultPrevented).toBe(false);
    expect(below).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', below);
  });

  test('the card goes when the focus does', async () => {
    vi.spyOn(at('control'), 'matches').mockReturnValue(true);
    at('control').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    await pass(REST);
    at('field').dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    await pass();
    expect(card()).toBeNull();
  });

  test('e makes buttons of everything that can be explained, in the order of the page', async () => {
    key('e', at('field'));
    await pass();
    expect(document.querySelector('dialog')).toBeNull();
    key('e');
    await pass();
    const buttons = [...document.querySelectorAll<HTMLElement>('dialog button[aria-label]')];
    expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual(['Bid card 1', 'Bid card 2']);
    buttons[1]!.focus();
    await pass();
    expect(heading()).toBe('Bid card 2');
    expect(document.querySelector('dialog')!.contains(card())).toBe(true);
    key('e');
    await pass();
    expect([document.querySelector('dialog'), card()]).toEqual([null, null]);
  });

  test('a button of something refused says why', async () => {
    whyNot.mockResolvedValue({ reason: 'action.breaks_clause', values: { clause: 'VW-2.7' } });
    key('e');
    await pass();
    document.querySelector<HTMLElement>('dialog button[aria-label="Bid card 2"]')!.click();
    await pass();
    expect(card()!.querySelector('.answer')?.textContent).toBe('26+ costs a chip, and you have none.');
  });
});

describe('a finger', () => {
  const down = { clientX: 10, clientY: 10 };

  test('that rests opens a card and chooses nothing', async () => {
    touch('control', 'pointerdown', down);
    expect(touch('control', 'contextmenu')).toBe(false);
    await pass(PRESS);
    touch('control', 'pointerup', down);
    send('control', 'click');
    await pass();
    expect([heading(), choose.mock.calls]).toEqual(['Bid card 1', []]);
  });

  test('that taps chooses and explains nothing', async () => {
    touch('control', 'pointerdown', down);
    touch('control', 'pointerup', down);
    send('control', 'click');
    await pass(PRESS * 2);
    expect([card(), choose.mock.calls.length]).toEqual([null, 1]);
  });

  test.each([
    ['moves', 'pointermove', { clientX: 40, clientY: 10 }],
    ['scrolls', 'pointercancel', down],
  ])('that %s does not press', async (_, type, where) => {
    touch('control', 'pointerdown', down);
    touch('control', type, where);
    await pass(PRESS * 2);
    expect(card()).toBeNull();
  });

  test('closes the card by a tap beside it, which chooses nothing; the next tap does', async () => {
    touch('still', 'pointerdown', down);
    await pass(PRESS);
    touch('still', 'pointerup', down);
    for (const times of [0, 1]) {
      touch('control', 'pointerdown', down);
      touch('control', 'pointerup', down);
      send('control', 'click');
      await pass();
      expect([card(), choose.mock.calls.length]).toEqual([null, times]);
    }
  });
});

describe('why not?', () => {
  const tap = async (id: string): Promise<void> => {
    send(id, 'pointerdown');
    send(id, 'click');
    await pass();
  };

  test('the server is asked, and its clause is shown in words', async () => {
    whyNot.mockResolvedValue({ reason: 'action.breaks_clause', values: { clause: 'VW-2.7' } });
    await tap('still');
    expect(whyNot.mock.calls).toEqual([['take 2']]);
    expect(heading()).toBe('Bid card 2');
    expect(card()!.querySelector('.answer')?.textContent).toBe('26+ costs a chip, and you have none.');
    expect(card()!.querySelector('.clause')?.textContent).toContain('VW-2.7');
    await tap('ground');
    expect(card()).toBeNull();
  });

  test('what has no explanation has a reason all the same', async () => {
    whyNot.mockResolvedValue({ reason: 'action.over' });
    await tap('nothing');
    expect([heading(), card()!.querySelector('.answer')?.textContent]).toEqual(['Not now', 'The game is over.']);
    expect(card()!.querySelector('.clause')).toBeNull();
  });

  test('there is no card if it can be chosen after all', async () => {
    whyNot.mockResolvedValue(null);
    await tap('still');
    expect([whyNot.mock.calls.length, card()]).toEqual([1, null]);
  });

  test('where nothing can be asked, a tap does nothing, and things are explained', async () => {
    props.whyNot = null;
    flushSync();
    await tap('still');
    expect([whyNot.mock.calls.length, card()]).toEqual([0, null]);
    send('still', 'pointermove', { clientX: 40 });
    await pass(REST);
    expect([heading(), card()!.querySelector('.hint')]).toEqual(['Bid card 2', null]);
  });

  test('a card goes with its thing', async () => {
    send('still', 'pointermove');
    await pass(REST);
    expect(heading()).toBe('Bid card 2');
    props.shown = { view: view({ second: false }), players, components: {} };
    await pass();
    expect(card()).toBeNull();
  });
});

describe.each(LANGUAGES)('answers in %s', (language) => {
  const answer = (reason: Reason, waiting: number[]): string => {
    speak(language);
    return say(answerOf(reason, { view: view({ waiting_for: waiting }), players }).phrase);
  };

  test('name those whose turn it is', () => {
    const turn = { reason: 'action.not_your_turn' };
    expect(answer(turn, [1])).toContain('Flocke');
    expect(answer(turn, [1, 2])).toMatch(/Flocke .* Rambo/);
    expect(answer(turn, [-1])).not.toContain('{');
  });

  test('are general for a clause without words', () => {
    const unknown = { reason: 'action.breaks_clause', values: { clause: 'XX-1.1' } };
    expect(answerOf(unknown, { view: view(), players })).toEqual({
      phrase: { key: 'refused.action.illegal' },
      clause: 'XX-1.1',
    });
  });
});

test('the card of a detail lies beside the whole thing', () => {
  expect([wholeOf(at('mark')).id, wholeOf(at('control')).id]).toEqual(['control', 'control']);
});

describe('a card is placed', () => {
  const card = { width: 300, height: 200 };
  const window = { width: 390, height: 844 };
  const box = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

  test.each([
    ['above', box(200, 500), { left: 70, top: 292 }],
    ['below where there is no room above', box(200, 50), { left: 70, top: 98 }],
    ['within the window at its edges', box(0, 500), { left: 8, top: 292 }],
    ['within the window at its other edge', box(370, 500), { left: 82, top: 292 }],
  ])('%s', (_, thing, corner) => {
    expect(placed(thing, card, window)).toEqual(corner);
  });

  test('beside it on a flat screen, and on screen anyhow', () => {
    expect(placed(box(100, 100), card, { width: 844, height: 300 })).toEqual({ left: 148, top: 20 });
    expect(placed(box(600, 100), card, { width: 844, height: 300 })).toEqual({ left: 292, top: 20 });
    expect(placed({ left: 0, top: 0, width: 844, height: 300 }, card, { width: 844, height: 300 })).toEqual({
      left: 272,
      top: 92,
    });
  });
});
