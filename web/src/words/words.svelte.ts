// All texts of the interface. A language is one file of ICU messages by key, and a second one with the texts for learning
// a game, which is loaded when they are first needed. The browser's language is the default.

import { IntlMessageFormat } from 'intl-messageformat';

type Values = Record<string, string | number | boolean | null | undefined>;
/** A message key and its values, which may be phrases themselves. */
export interface Phrase {
  key: string;
  values?: Record<string, string | number | boolean | null | undefined | Phrase>;
}
export type Messages = Record<string, string>;

const KEY = 'sheepfold.language';
const FILES = import.meta.glob<Messages>('./*.json', { import: 'default' });
const LEARNING = import.meta.glob<Messages>('./learn/*.json', { import: 'default' });
const fileOf = (language: string): string => `./${language}.json`;
const learnFileOf = (language: string): string => `./learn/${language}.json`;
export const LANGUAGES = Object.keys(FILES).map((path) => path.slice('./'.length, -'.json'.length));

class Words {
  language = $state('en');
  private messages = $state.raw<Messages>({});
  private wanted = 'en';
  /** Whether the texts for learning a game have been requested, and for which language they are loaded. */
  private learning = false;
  private learned = '';
  private ready = new Map<string, IntlMessageFormat>();

  /** The language chosen by the player, otherwise the first of the browser's languages that we have. */
  async start(): Promise<void> {
    const wanted = [localStorage.getItem(KEY), ...navigator.languages.map((name) => name.slice(0, 2)), 'en'];
    await this.speak(wanted.find((name) => name !== null && LANGUAGES.includes(name)) ?? 'en');
  }

  async choose(language: string): Promise<void> {
    localStorage.setItem(KEY, language);
    await this.speak(language);
  }

  /** Load the texts for learning a game, too: lessons and explanations. */
  async learn(): Promise<void> {
    if (this.learned === this.language) return;
    this.learning = true;
    await this.speak(this.wanted);
  }

  private async speak(language: string): Promise<void> {
    this.wanted = language;
    const { learning } = this;
    const [messages, more] = await Promise.all([FILES[fileOf(language)]!(), learning ? LEARNING[learnFileOf(language)]?.() : {}]);
    // Another language may have been chosen meanwhile, or the texts for learning requested.
    if (language !== this.wanted || learning !== this.learning) return;
    this.use(language, { ...messages, ...more });
    if (learning) this.learned = language;
  }

  use(language: string, messages: Messages): void {
    this.ready.clear();
    this.messages = messages;
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
