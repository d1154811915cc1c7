// The messages of all languages, from their files.

import { readdirSync, readFileSync } from 'node:fs';
import { words, type Messages } from '../src/words/words.svelte';

const FOLDER = 'src/words';
/** The main file of a language, and the one for learning a game. */
export const FILES = ['', 'learn/'];

export const LANGUAGES = readdirSync(FOLDER).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);

export const messagesIn = (file: string, language: string): Messages =>
  JSON.parse(readFileSync(`${FOLDER}/${file}${language}.json`, 'utf8')) as Messages;

/** All messages of a language. */
export const messages = (language: string): Messages =>
  Object.fromEntries(FILES.flatMap((file) => Object.entries(messagesIn(file, language))));

/** Switch to this language. */
export const speak = (language: string): void => words.use(language, messages(language));
