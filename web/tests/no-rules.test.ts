// The client knows no rules: boards see only views, events and legal actions.
// Each drawn board has its own test that it offers exactly the legal actions it is given.

import { readFileSync, readdirSync } from 'node:fs';
import { flushSync, mount, unmount } from 'svelte';
import { describe, expect, test } from 'vitest';
import { READ_ONLY, type BoardProps, type View } from '../src/boards/board';
import { board } from '../src/boards/plain';
import { held } from './held.svelte';

const BOARDS = 'src/boards';
const ALLOWED = [
  /^svelte(\/|$)/,
  /(^|\/)art\//,
  /(^|\/)look\//,
  /(^|\/)words\//,
  /(^|\/)types\//,
  /^\.\/[\w-]+(\.svelte)?$/,
  /(^|\/)board$/,
  /^\.\.\/naming$/,
  /(^|\/)sounds$/,
];

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => `${file.parentPath}/${file.name}`);
}

describe('boards', () => {
  const files = sources(BOARDS).filter((file) => file !== `${BOARDS}/index.ts`);

  test('there are some', () => expect(files.length).toBeGreaterThan(20));

  test.each(files)('%s makes no requests and stores nothing', (file) => {
    const text = readFileSync(file, 'utf8');
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((found) => found[1]!);
    expect(imports.filter((path) => !ALLOWED.some((allowed) => allowed.test(path)))).toEqual([]);
    expect(text).not.toMatch(/\bfetch\(|WebSocket|localStorage|sessionStorage|Math\.random/);
  });
});

/** All actions that can be reached on the plain board by pressing its controls. */
function reached(legal: string[]): string[] {
  const found = new Set<string>();
  const drafts = new Set(['']);
  const view: View = { seat: 0, waiting_for: [0], may_act: [], scores: [0], ranks: null };
  const props: BoardProps = held<BoardProps>({
    view,
    players: [],
    components: {},
    legal,
    draft: '',
    setDraft: (draft) => drafts.add(draft),
    choose: (action) => found.add(action),
    happening: null,
    marked: null,
    ...READ_ONLY,
  });
  const instance = mount(board.Choices, { target: document.body, props });
  for (const draft of drafts) {
    flushSync(() => (props.draft = draft));
    for (const control of document.querySelectorAll<HTMLElement>('[data-action], [data-draft]')) control.click();
  }
  void unmount(instance);
  return [...found];
}

test.each([1, 5, 24, 25, 300])('the plain board offers all of %d actions of whatever game, and no other', (count) => {
  const legal = Array.from({ length: count }, (_, number) => `${['hop', 'baa', 'graze'][number % 3]} ${number}`);
  expect(reached(legal).sort()).toEqual([...legal].sort());
});
