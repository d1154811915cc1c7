// Explains refusals of the server in the player's language.

import { words, type Phrase } from './words.svelte';

/** The message of a refusal with its values; a newer server may have reasons unknown to this client. */
export interface Reason {
  reason: string;
  values?: Record<string, string | number>;
}

export function refusalPhrase({ reason, values }: Reason): Phrase {
  const key = `refused.${reason}`;
  return words.knows(key) ? { key, values } : { key: 'refused.other' };
}
