// Positions as text: copied from a replay, and opened as a table.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { route } from '../src/browser/route.svelte';
import CopyPosition from '../src/replay/CopyPosition.svelte';
import OpenPosition from '../src/ui/OpenPosition.svelte';
import { speak } from './languages';

const LINE = 'volle-wolle:2 bidding 1 1,2 S07,S08,S09 -/- .,. 0,0 4,4 21,.';

let page: Record<string, unknown>;
let requests: { path: string; body: unknown }[];
let answers: [status: number, body: unknown][];

beforeEach(() => {
  speak('en');
  document.body.innerHTML = '';
  requests = [];
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    requests.push({ path, body: body ? JSON.parse(body as string) : null });
    const [status, answer] = answers.shift()!;
    return Promise.resolve(new Response(JSON.stringify(answer), { status }));
  });
});

afterEach(() => {
  void unmount(page);
  vi.unstubAllGlobals();
});

const button = (): HTMLButtonElement => document.querySelector('button')!;
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve().then(() => flushSync());
  await vi.dynamicImportSettled(); // the texts of refusals
  await new Promise((done) => setTimeout(done));
  flushSync();
};

test('the position of the shown step is copied, as its seat knows it', async () => {
  answers = [[200, { position: LINE }]];
  const copied: string[] = [];
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: (text: string) => void copied.push(text) } });
  page = mount(CopyPosition, { target: document.body, props: { id: 'T', at: 12, seat: 1, invitation: 'key' } });
  button().click();
  await settled();
  expect(requests.map(({ path }) => path)).toEqual(['/api/tables/T/position?line=12&seat=1']);
  expect(copied).toEqual([LINE]);
  expect(document.querySelector('textarea')!.value).toBe(LINE);
});

test('a game without positions says so', async () => {
  answers = [[400, { code: 'refused', reason: 'position.no_format', values: {}, message: '' }]];
  page = mount(CopyPosition, { target: document.body, props: { id: 'T', at: 0, seat: null, invitation: '' } });
  button().click();
  await settled();
  expect(requests[0]!.path).toBe('/api/tables/T/position?line=0');
  expect(document.querySelector('[role=alert]')!.textContent).toContain('cannot be written down');
  expect(document.querySelector('textarea')).toBe(null);
});

function paste(text: string): void {
  page = mount(OpenPosition, { target: document.body, props: {} });
  const field = document.querySelector('textarea')!;
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

test('a pasted position becomes a table', async () => {
  const went = vi.spyOn(route, 'go').mockImplementation(() => {});
  answers = [
    [201, { id: 'ada', name: 'Ada', token: 'token' }],
    [201, { table: { id: 'new' }, invitation: 'key', yours: [1] }],
  ];
  paste(LINE);
  await settled();
  expect(requests.at(-1)).toEqual({ path: '/api/tables/from-position', body: { position: LINE } });
  expect(went).toHaveBeenCalledWith('/table/new');
  went.mockRestore();
});

test('a bad position is explained', async () => {
  answers = [[400, { code: 'refused', reason: 'position.law', values: { law: 'chips stay in play' }, message: '' }]];
  paste('volle-wolle:2');
  await settled();
  expect(document.querySelector('[role=alert]')!.textContent).toContain('chips stay in play');
  expect(button().disabled).toBe(false);
});
