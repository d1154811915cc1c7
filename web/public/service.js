// Keeps the shell of the house at hand, so that its pages open without a connection. What happens at tables is never
// kept: it comes from the server, or not at all.

// The build writes its files here (vite.config.ts), so every build is another worker with a store of its own.
const BUILD = 'none';
const FILES = [];

const STORE = `sheepfold-${BUILD}`;
const SHELL = ['/', '/icon.svg', '/manifest.webmanifest', ...FILES];

self.addEventListener('install', (event) => {
  // All or nothing: a page without one of its files would be worse than none.
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(SHELL.map((path) => new Request(path, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  // The build before stays, for pages that were opened with it and still fetch parts of theirs.
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

/** From the server, so that a new build is there with the next load; without a connection the one page that we keep. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return answer;
  } catch {
    // Below.
  }
  return kept('/');
}

/** The name of an asset changes with its content: what we have is right. */
async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function kept(request) {
  const store = await caches.open(STORE);
  return (await store.match(request)) ?? Response.error();
}
