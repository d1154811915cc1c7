// Without a connection: a worker keeps the shell, and a note on every page says how things are.

import { mount } from 'svelte';
import { connection } from '../browser/connection.svelte';
import OfflineNote from './OfflineNote.svelte';

export function prepareForOffline(): void {
  mount(OfflineNote, { target: document.body, anchor: document.body.firstChild! });
  addEventListener('online', () => void connection.check());
  addEventListener('offline', () => void connection.check());
  void connection.check();
  // Not while developing: there the files change under the worker's feet.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service.js').catch(() => {});
}
