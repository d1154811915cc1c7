// All texts of the interface. A language is one file of ICU messages by key, and a second one with the texts for learning
// a game. Both are loaded by area (see areas.ts), when it is first needed. The browser's language is the default.

import { IntlMessageFormat } from 'intl-messageformat';
import { COMMON } from './areas';

type Values = Record<string, string | number | boolean | null | undefined>;
/** A message key and its values, which may be phrases themselves. */
export interface Phrase {
  key: string;
  values?: Record<string, string | number | boolean | null | undefined | Phrase>;
}
export type Messages = Record<string, string>;

const KEY = 'sheepfold.language';
/** The files of all languages; the build makes each of them its areas, which are loaded on demand. */
const FILES = import.meta.glob<Record<string, () => Promise<{ default: Messages }>>>(['./*.json', './learn/*.json'], {
  import: 'default',
  eager: true,
});
export const LANGUAGES = Object.keys(FILES).flatMap((path) => /^\.\/(\w+)\.json$/.exec(path)?.[1] ?? []);

/** The messages of these areas. An area may be missing, such as the lesson of a game from another package. */
async function read(language: string, areas: string[]): Promise<Messages> {
  const files = [FILES[`./${language}.json`], FILES[`./learn/${language}.json`]];
  const parts = await Promise.all(areas.flatMap((area) => files.flatMap((file) => file?.[area]?.() ?? [])));
  return Object.assign({}, ...parts.map((part) => part.default)) as Messages;
}

/** The language chosen by the player, otherwise the first of the browser's languages that we have. */
function preferred(): string {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find((name) => name !== null && LANGUAGES.includes(name)) ?? 'en';
}

class Words {
  language = $state('en');
  private messages = $state.raw<Messages>({});
  private wanted = preferred();
  /** The areas that are loaded in every language from now on. */
  private areas = new Set([COMMON]);
  private ready = new Map<string, IntlMessageFormat>();

  start(): Promise<void> {
    return this.speak(this.wanted);
  }

  async choose(language: string): Promise<void> {
    localStorage.setItem(KEY, language);
    await this.speak(language);
  }

  /** Load the texts of these areas, too. */
  async load(...areas: string[]): Promise<void> {
    const missing = areas.filter((area) => !this.areas.has(area));
    if (missing.length > 0) await this.speak(this.wanted, missing);
  }

  /** A part of the client that is being loaded, together with its texts. */
  async with<Part>(coming: Promise<Part>, ...areas: string[]): Promise<Part> {
    const [part] = await Promise.all([coming, this.load(...areas)]);
    return part;
  }

  private async speak(language: string, more: string[] = []): Promise<void> {
    this.wanted = language;
    const messages = await read(language, [...this.areas, ...more]);
    for (const area of more) this.areas.add(area);
    // Another language may have been chosen meanwhile.
    if (language === this.wanted) this.use(language, messages);
    else await this.speak(this.wanted);
  }

  /** Speak this language, with these messages besides those that it has already. */
  use(language: string, messages: Messages): void {
    this.ready.clear();
    this.messages = language === this.language ? { ...this.messages, ...messages } : messages;
    this.language = this.wanted = language;
    document.documentElement.lang = language;
  }

  knows(key: string): boolean {
    return key in this.messages;
  }

  say(phrase: Phrase): string {
    const values: Values = {};
    for (const [name, value] of Object.entries(phrase.values ?? {}))
      values[name] = typeof value === 'object' && value !== null ? this.say(value) : value;
    return this.text(phrase.key, values);
  }

  text(key: string, values: Values = {}): string {
    const message = this.messages[key];
    if (message === undefined) return key;
    let format = this.ready.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(message, this.language, undefined, { ignoreTag: true });
      this.ready.set(key, format);
    }
    return format.format(values) as string;
  }
}

export const words = new Words();

/** The message with this key in the language of the page. */
export const t = (key: string, values?: Values): string => words.text(key, values);
export const say = (phrase: Phrase): string => words.say(phrase);
