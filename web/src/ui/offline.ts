// Offline support: a service worker caches the client, and a note on every page shows the state of the connection.

import { mount } from 'svelte';
import { connection } from '../browser/connection.svelte';
import OfflineNote from './OfflineNote.svelte';

export function prepareForOffline(): void {
  mount(OfflineNote, { target: document.body, anchor: document.body.firstChild! });
  addEventListener('online', () => void connection.check());
  addEventListener('offline', () => void connection.check());
  void connection.check();
  // Not during development: the files change while the worker runs.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service.js').catch(() => {});
}
