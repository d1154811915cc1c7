// What the server refused, in the words of the page. Its own message is English and may be shown; where we know it, we say it
// in the language of the person.

import type { Refusal } from '../types/wire';
import { words, type Phrase } from '../words/words.svelte';

export function refusalPhrase({ code, message }: Refusal): Phrase {
  const known = `table.refused.${message.toLowerCase().replace(/[^a-z]+/g, '_')}`;
  if (words.knows(known)) return { key: known };
  const general = `table.refused.${code}`;
  return words.knows(general) ? { key: general } : { key: 'table.refused.other', values: { message } };
}
