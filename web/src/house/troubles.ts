// What went wrong, in the words of the page.

import { Problem } from '../api/http';
import { t, words } from '../words/words.svelte';

/** What to tell a person: our words where we know what it is, else what the server says. */
export function explain(error: unknown): string {
  if (!(error instanceof Problem)) return t('house.trouble.ours');
  const key = `house.trouble.${error.status}`;
  return words.knows(key) ? t(key) : error.message;
}
