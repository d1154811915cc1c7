// Installing the client, and what the service worker caches.

import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { connection } from '../src/browser/connection.svelte';

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  background_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
};
const page = readFileSync('index.html', 'utf8');

test('the manifest has what browsers ask for before they offer to install', () => {
  expect(manifest).toMatchObject({ name: 'Sheepfold', start_url: '/', scope: '/', display: 'standalone' });
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  const sizes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
});

test('manifest and page agree about the colours of the meadow', () => {
  expect(page).toContain(`content="${manifest.theme_color}"`);
  expect(readFileSync('src/look/theme.css', 'utf8')).toContain(`--meadow: light-dark(${manifest.background_color},`);
  expect(page).toContain('href="/manifest.webmanifest"');
});

// The worker, with the parts of a browser that it needs

type Handler = (event: Record<string, unknown>) => void;

interface Asked {
  method?: string;
  mode?: string;
  url: string;
}

class Worker {
  handlers: Record<string, Handler> = {};
  stores = new Map<string, Map<string, string>>();
  online = true;
  status = 200;
  skipped = false;

  constructor(build: string, files: string[]) {
    const text = readFileSync('public/service.js', 'utf8')
      .replace("'none'", `'${build}'`)
      .replace('FILES = []', `FILES = ${JSON.stringify(files)}`);
    const fetched = async (request: Asked) => {
      if (!this.online) throw new TypeError('no network');
      return { status: this.status, from: 'network', path: new URL(request.url).pathname };
    };
    const opened = (name: string) => {
      if (!this.stores.has(name)) this.stores.set(name, new Map());
      const store = this.stores.get(name)!;
      return {
        addAll: async (requests: Asked[]) => requests.forEach(({ url }) => store.set(url, 'kept')),
        match: async (request: Asked | string) => found(store, request),
      };
    };
    const found = (store: Map<string, string>, request: Asked | string) => {
      const path = typeof request === 'string' ? request : new URL(request.url).pathname;
      return store.has(path) ? { status: 200, from: 'store', path } : undefined;
    };
    const caches = {
      open: async (name: string) => opened(name),
      keys: async () => [...this.stores.keys()],
      delete: async (name: string) => this.stores.delete(name),
      match: async (request: Asked) => [...this.stores.values()].map((store) => found(store, request)).find(Boolean),
    };
    const self = {
      addEventListener: (name: string, handler: Handler) => (this.handlers[name] = handler),
      skipWaiting: async () => (this.skipped = true),
      clients: { claim: async () => {} },
    };
    const Asking = class {
      constructor(readonly url: string) {}
    };
    const Answer = { error: () => ({ status: 0, from: 'nowhere' }) };
    new Function('self', 'caches', 'fetch', 'location', 'Request', 'Response', text)(
      self,
      caches,
      fetched,
      { origin: 'http://site' },
      Asking,
      Answer,
    );
  }

  async happen(name: string): Promise<void> {
    let work: unknown;
    this.handlers[name]!({ waitUntil: (promise: unknown) => (work = promise) });
    await work;
  }

  /** What the page gets; null where the worker keeps out of it. */
  async get(path: string, request: Partial<Asked> = {}): Promise<{ from: string; path: string } | null> {
    let answer: unknown = null;
    const asked = { method: 'GET', url: path.includes('//') ? path : `http://site${path}`, ...request };
    this.handlers['fetch']!({ request: asked, respondWith: (promise: unknown) => (answer = promise) });
    return (await answer) as { from: string; path: string } | null;
  }
}

let worker: Worker;
beforeEach(async () => {
  worker = new Worker('b1', ['/assets/index-1.js']);
  await worker.happen('install');
  await worker.happen('activate');
});

test('pages come from the server while it answers, otherwise from the cache', async () => {
  expect(await worker.get('/table/T1', { mode: 'navigate' })).toMatchObject({ from: 'network', path: '/table/T1' });
  worker.online = false;
  expect(await worker.get('/table/T1', { mode: 'navigate' })).toMatchObject({ from: 'store', path: '/' });
  worker.online = true;
  worker.status = 502;
  expect(await worker.get('/replay/T1', { mode: 'navigate' })).toMatchObject({ from: 'store', path: '/' });
});

test('assets come from the cache, everything else from the server', async () => {
  expect(await worker.get('/assets/index-1.js')).toMatchObject({ from: 'store' });
  expect(await worker.get('/assets/index-2.js')).toMatchObject({ from: 'network' });
});

test('requests about tables are never cached', async () => {
  expect(await worker.get('/api/tables')).toBeNull();
  expect(await worker.get('/api/tables/T1/record', { mode: 'navigate' })).toBeNull();
  expect(await worker.get('/service.js')).toBeNull();
  expect(await worker.get('/assets/index-1.js', { method: 'POST' })).toBeNull();
  expect(await worker.get('http://elsewhere/assets/index-1.js')).toBeNull();
});

test('a new build takes over at once, and the one before stays for pages that are open', async () => {
  expect(worker.skipped).toBe(true);
  for (const build of ['b2', 'b3']) {
    const next = new Worker(build, [`/assets/index-${build}.js`]);
    next.stores = worker.stores;
    await next.happen('install');
    await next.happen('activate');
    worker = next;
  }
  expect([...worker.stores.keys()]).toEqual(['sheepfold-b2', 'sheepfold-b3']);
  expect(await worker.get('/assets/index-b2.js')).toMatchObject({ from: 'store' });
});

test('the worker caches only files that the server delivers', () => {
  const given = readFileSync('../src/sheepfold/server/http/static.py', 'utf8');
  for (const { src } of manifest.icons) expect(given).toContain(`"${src.slice(1)}"`);
  expect([...worker.stores.get('sheepfold-b1')!.keys()]).toEqual([
    '/',
    '/icon.svg',
    '/manifest.webmanifest',
    '/assets/index-1.js',
  ]);
});

// What the pages say

test.each([
  [true, async () => new Response(''), 'online'],
  [true, async () => new Response('', { status: 503 }), 'silent'],
  [true, () => Promise.reject(new TypeError()), 'silent'],
  [false, async () => new Response(''), 'offline'],
])('with a network: %s', async (network, answer, state) => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(network);
  vi.stubGlobal('fetch', answer);
  await connection.check();
  expect(connection.state).toBe(state);
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', async () => new Response(''));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(6000);
  expect(connection.state).toBe('online');
  vi.useRealTimers();
});
