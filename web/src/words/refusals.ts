// What the server refused, in the player's language.

import { words, type Phrase } from './words.svelte';

/** The reason of a refusal and what stands in its sentence; a newer server may have reasons that we do not know. */
export interface Reason {
  reason: string;
  values?: Record<string, string | number>;
}

export function refusalPhrase({ reason, values }: Reason): Phrase {
  const key = `refused.${reason}`;
  return words.knows(key) ? { key, values } : { key: 'refused.other' };
}
