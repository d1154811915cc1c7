// The messages of all languages, from their files.

import { readdirSync, readFileSync } from 'node:fs';
import { words, type Messages } from '../src/words/words.svelte';

const FOLDER = 'src/words';

export const LANGUAGES = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

export const messages = (language: string): Messages =>
  JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8')) as Messages;

/** Switch to this language. */
export const speak = (language: string): void => words.use(language, messages(language));
