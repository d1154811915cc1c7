// Tests shared by all drawn boards.

import { readdirSync, readFileSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { expect } from 'vitest';
import { READ_ONLY, type Board, type BoardProps, type Explain, type GameEvent, type Player } from '../src/boards/board';
import { say, type Phrase } from '../src/words/words.svelte';
import Both from './Both.svelte';

/** Expects a complete sentence: no message key and no missing value. */
export function expectSentence(phrase: Phrase | null): string {
  expect(phrase).not.toBeNull();
  const text = say(phrase!);
  expect(text).not.toMatch(/\b(vw|ss|hb|ms|explain)\.|undefined|null|NaN|-0|[{}]/);
  expect(text).toMatch(/^\S.*[.?]$/);
  return text;
}

/** Events do not modify the previous view, and none is shown for too long. */
export function expectCalm<V>(board: Board<V>, view: V, events: GameEvent[], players: Player[]): void {
  const kept = structuredClone(view);
  for (const event of events) {
    board.stage(view, event);
    board.sound?.(event);
    expect(board.pause(event)).toBeGreaterThan(0);
    expect(board.pause(event)).toBeLessThanOrEqual(1200);
  }
  expect(view).toEqual(kept);
  const unknown = { event: 'thunder', clause: 'XX-9.9' };
  expect(board.stage(view, unknown)).toBe(view);
  expect([board.pause(unknown), board.sound?.(unknown), board.describeEvent(unknown, players, {})]).toEqual([0, null, null]);
}

const RULES = '../docs/rules';
const rules = readdirSync(RULES)
  .map((name) => readFileSync(`${RULES}/${name}`, 'utf8'))
  .join('');

/** Every thing in the page is explained, in whole sentences and with a clause that exists; the things. */
export function expectExplained<V>(explain: Explain<V>, given: Pick<BoardProps<V>, 'view' | 'players' | 'components'>): string[] {
  const marked = [...document.querySelectorAll<HTMLElement>('[data-thing]')];
  const things = [...new Set(marked.map(({ dataset }) => dataset['thing']!))];
  for (const thing of things) {
    const found = explain(thing, given);
    expect(found, thing).not.toBeNull();
    const { title, text, facts, clause } = found!;
    expect(say(title), thing).toMatch(/^\p{Lu}?\d?.*[^.\s]$/u);
    expect(say(title), thing).not.toMatch(/explain\.|undefined|null|NaN|[{}]/);
    for (const phrase of [text, ...facts]) expectSentence(phrase);
    expect(rules, thing).toContain(`**${clause}**`);
  }
  // Whatever is refused is no control.
  expect(document.querySelectorAll('[data-refused]:is([data-action], [data-draft])')).toHaveLength(0);
  return things;
}

export type Given<V> = Partial<BoardProps<V>> & Pick<BoardProps<V>, 'view' | 'players'>;

export interface Page<V> {
  /** Show something else. */
  next: (changes: Partial<BoardProps<V>>) => void;
  end: () => void;
}

/** A board in a page, until the end. */
export function shown<V>(board: Board<V>, first: Given<V>): Page<V> {
  const set = { show: (_: BoardProps<V>): void => {} };
  let given: BoardProps<V> = {
    ...{ components: {}, legal: [], draft: '', setDraft: () => {}, choose: () => {}, happening: null, marked: null },
    ...READ_ONLY,
    ...first,
  };
  const instance = mount(Both<V>, { target: document.body, props: { board, first: given, set } });
  flushSync();
  return {
    next: (changes) => {
      given = { ...given, ...changes };
      flushSync(() => set.show(given));
    },
    end: () => void unmount(instance),
  };
}

/** All actions that can be reached from an empty draft by pressing the controls in the page. */
export function reached<V>(board: Board<V>, first: Given<V> & { legal: string[] }, open: () => void = () => {}): string[] {
  const sent: string[] = [];
  let draft: string;
  const asked = { setDraft: (text: string) => (draft = text), choose: (action: string) => void sent.push(action) };
  const page = shown(board, { ...first, ...asked });
  open();
  const drafts = new Set(['']);
  const actions = new Set<string>();
  for (const next of drafts) {
    expect(next === '' || first.legal.some((action) => action.startsWith(next))).toBe(true);
    draft = next;
    page.next({ draft });
    for (const control of document.querySelectorAll<HTMLElement>('[data-action], [data-draft]')) {
      const { action, draft: leadsTo } = control.dataset;
      expect(control.getAttribute('aria-label') ?? control.textContent?.trim()).toMatch(/^(?!.*\b(ss|hb|ms)\.).+/s);
      draft = next;
      sent.length = 0;
      flushSync(() => {
        control.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
      if (action !== undefined) {
        expect(sent).toEqual([action]);
        actions.add(action);
      } else {
        expect([sent, draft]).toEqual([[], leadsTo]);
        drafts.add(leadsTo!);
      }
    }
  }
  page.end();
  return [...actions].sort();
}
