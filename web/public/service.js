// Caches the client, so that its pages open without a connection. Game data is never cached: it always comes from the
// server.

// The build inserts its name and files here (vite.config.ts), so every build has its own worker and its own cache.
const BUILD = 'none';
const FILES = [];

const STORE = `sheepfold-${BUILD}`;
const SHELL = ['/', '/icon.svg', '/manifest.webmanifest', ...FILES];

self.addEventListener('install', (event) => {
  // All or nothing: a page that lacks one of its files would be worse than no page.
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  // Keep the previous build for open pages that still fetch parts of it.
  event.waitUntil(
    caches
      .keys()
      .then((stores) => stores.filter((name) => name.startsWith('sheepfold-')).slice(0, -2))
      .then((old) => Promise.all(old.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (SHELL.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

/** Fetch pages from the server, so that a new build shows with the next load; offline, serve the cached page. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // Offline: serve the cached page.
  }
  return kept('/');
}

/** The name of an asset changes with its content, so a cached asset is never outdated. */
async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function kept(request) {
  const store = await caches.open(STORE);
  return (await store.match(request)) ?? Response.error();
}
