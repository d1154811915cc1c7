// Explains refusals of the server in the player's language.

import { words, type Phrase } from './words.svelte';

/** The message of a refusal with its values; a newer server may have reasons unknown to this client. */
export interface Reason {
  reason: string;
  values?: Record<string, string | number>;
}

/** Values that are numbers of seats: the server counts them from 0, the page from 1. */
const SEATS = ['seat', 'last'];

/** Refusals are rare, so their texts are loaded before the first one is shown; without them it is explained in general. */
export const refusalsReady = (): Promise<void> => words.load('refused').catch(() => {});

export function refusalPhrase({ reason, values = {} }: Reason): Phrase {
  const key = `refused.${reason}`;
  if (!words.knows(key)) return { key: 'refused.other' };
  const counted = Object.entries(values).map(([name, value]) => [name, SEATS.includes(name) ? Number(value) + 1 : value]);
  return { key, values: Object.fromEntries(counted) as Reason['values'] };
}
