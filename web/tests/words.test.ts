// Every language has exactly the messages that the client uses.

import { IntlMessageFormat } from 'intl-messageformat';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AREAS, areaOf, COMMON } from '../src/words/areas';
import { words } from '../src/words/words.svelte';
import { FILES, LANGUAGES, messages, messagesIn } from './languages';

const english = messages('en');
const keys = Object.keys(english);
const others = LANGUAGES.filter((language) => language !== 'en');

/** Messages that are the same in German: names and loanwords. */
const SAME = [
  /^site\.(tab|title)$/,
  /^site\.game\.[\w-]+\.title$/,
  /^site\.option\.meine-schafe\.variant\.maehr$/,
  /^(fair\.column_label|site\.seat\.name)$/,
  /^side\.(parts\.meine-schafe\.(bonus|hand)|reaction\.wow|tab\.chat)$/,
  /^ms\.receipt\.bonus$/,
  /^table\.(colour\.orange|letter\.(blue|orange|red|white)|zoom)$/,
];

const read = (folder: string, files: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => files.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
const sources = read('src', /^(?!types\/|words\/areas).*\.(ts|svelte)$/);
/** Where the values come from that are put into templates: our sources, the server's types and the games. */
const vocabulary = [sources, read('src/types', /\.ts$/), read('../src/sheepfold/games', /\.(py|json)$/)].join('\n');
const named = (value: string): boolean => new RegExp(`(?<![\\w.])${value}(?![\\w])`).test(vocabulary);

/** The server names these; tests of its own see that each of its reasons has words, and each clause that refuses. */
const NAMED_BY_THE_SERVER = /^(refused\.|whynot\.[A-Z]{2}-)/;

const LESSONS = '../src/sheepfold/lessons';
/** The texts that a lesson may have: those of its steps, and of the wrong tries that they explain. */
function lessonKeys(file: string): string[] {
  const game = file.replace(/\.toml$/, '');
  const keys: string[] = [`lesson.${game}.title`];
  let [table, step] = ['', ''];
  for (const [, begun, id] of readFileSync(`${LESSONS}/${file}`, 'utf8').matchAll(/^\[\[(.+)\]\]|^id = "(.+)"/gm)) {
    if (begun !== undefined) table = begun;
    else if (table === 'steps') {
      step = `lesson.${game}.${id}`;
      keys.push(step, `${step}.right`, `${step}.otherwise`);
    } else keys.push(`${step}.wrong.${id}`);
  }
  return keys;
}
const taught = new Set(
  readdirSync(LESSONS)
    .filter((name) => name.endsWith('.toml'))
    .flatMap(lessonKeys),
);

const areas = [...new Set(keys.map((key) => key.split('.')[0]!))].join('|');
const written = (pattern: string): string[] => [...sources.matchAll(new RegExp(pattern, 'g'))].map((found) => found.at(-1)!);
/** Keys as the sources have them: whole, or put together in a template. */
const literals = new Set(written(`(['"])((?:${areas})\\.[\\w.-]+)\\1`));
const templates = new Map(
  written(`\`((?:${areas})\\.[^\`]*)\``).map((text) => [
    text,
    new RegExp(
      `^${text
        .split(/\$\{.*?\}/)
        .map((part) => part.replaceAll('.', '\\.'))
        .join('([^.]+)')}$`,
    ),
  ]),
);

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** All parts of a message, with those in the branches of plurals and choices. */
const partsOf = (parts: Part[]): Part[] =>
  parts.flatMap((part) =>
    'options' in part ? [part, ...Object.values(part.options).flatMap(({ value }) => partsOf(value))] : [part],
  );
const partsIn = (message: string): Part[] =>
  partsOf(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst());

const LITERAL = 0;
const wordsIn = (message: string): string[] =>
  partsIn(message).flatMap((part) => (part.type === LITERAL && /\p{Letter}/u.test(part.value) ? [part.value] : []));
/** What a message is handed, by name. */
const argumentsIn = (message: string): string[] =>
  [...new Set(partsIn(message).flatMap((part) => (part.type !== LITERAL && 'value' in part ? [part.value] : [])))].sort();

describe('the sources', () => {
  test('say what there is', () => {
    expect([...literals].filter((key) => !(key in english))).toEqual([]);
    expect([...templates].flatMap(([text, pattern]) => (keys.some((key) => pattern.test(key)) ? [] : text))).toEqual([]);
  });

  test('say all that there is', () => {
    const patterns = [...templates.values()];
    const isMade = (key: string): boolean => patterns.some((pattern) => pattern.exec(key)?.slice(1).every(named));
    const own = keys.filter((key) => !NAMED_BY_THE_SERVER.test(key));
    expect(own.filter((key) => !literals.has(key) && !isMade(key) && !taught.has(key))).toEqual([]);
  });
});

test.each(LANGUAGES)('%s: keys are in order, messages can be read', (language) => {
  for (const file of FILES) {
    const known = Object.keys(messagesIn(file, language));
    expect(known).toEqual([...known].sort());
  }
  for (const [key, message] of Object.entries(messages(language))) expect(() => partsIn(message), key).not.toThrow();
});

test('no message is in both files of a language', () => {
  const [main, learning] = FILES.map((file) => messagesIn(file, 'en'));
  expect(Object.keys(learning!).filter((key) => key in main!)).toEqual([]);
});

describe('areas', () => {
  test('an area is loaded when it is needed, in every language from then on', async () => {
    await words.choose('en');
    expect([words.knows('site.title'), words.knows('learn.next')]).toEqual([true, false]);
    await words.load('lesson');
    expect([words.knows('site.title'), words.text('learn.next')]).toEqual([true, messages('en')['learn.next']]);
    await words.choose('de');
    expect([words.knows('site.title'), words.text('learn.next')]).toEqual([true, messages('de')['learn.next']]);
    expect(words.knows('vw.bid')).toBe(false);
  });

  test('the language chosen last is spoken, whatever is loaded first', async () => {
    await Promise.all([words.choose('en'), words.load('odds'), words.choose('de')]);
    expect([words.language, words.text('outlook.nothing')]).toEqual(['de', messages('de')['outlook.nothing']]);
  });

  test('an area comes together with what needs it, and a game of another package has none', async () => {
    expect(await words.with(Promise.resolve('the page'), 'fair', 'odds/another')).toBe('the page');
    const known = Object.keys(english).filter((key) => areaOf(key) === 'fair');
    expect(known.filter((key) => !words.knows(key))).toEqual([]);
  });

  test('all together they have every message once', async () => {
    await words.choose('en');
    await words.load(...Object.keys(AREAS));
    expect(keys.filter((key) => !words.knows(key) || !(areaOf(key) in AREAS))).toEqual([]);
    const beginnings = Object.values(AREAS).flat();
    expect(new Set(beginnings).size).toBe(beginnings.length);
  });

  test('have no beginning without messages', () => {
    const used = (area: string, beginning: string): boolean =>
      keys.some((key) => areaOf(key) === area && (key === beginning || key.startsWith(`${beginning}.`)));
    const unused = Object.entries(AREAS).flatMap(([area, all]) => all.filter((beginning) => !used(area, beginning)));
    expect(unused).toEqual([]);
  });

  test('are apart for each game', () => {
    const mixed = keys.filter((key) => {
      const game = /^(?:explain|lesson|outlook)\.(\w+-\w+)\./.exec(key)?.[1];
      return game !== undefined && !areaOf(key).endsWith(`/${game}`);
    });
    expect(mixed).toEqual([]);
  });

  test('a page without learning loads nothing of it', () => {
    expect(Object.keys(messagesIn('learn/', 'en')).filter((key) => areaOf(key) === COMMON)).toEqual([]);
  });
});

test.each(others)('%s has the keys of the English, with the same arguments', (language) => {
  const translated = messages(language);
  expect(Object.keys(translated)).toEqual(keys);
  const wanted = Object.fromEntries(keys.map((key) => [key, argumentsIn(english[key]!)]));
  expect(Object.fromEntries(keys.map((key) => [key, argumentsIn(translated[key]!)]))).toEqual(wanted);
});

test('German is not English', () => {
  const german = messages('de');
  const same = keys.filter((key) => german[key] === english[key] && wordsIn(english[key]!).length > 0);
  expect(same.filter((key) => !SAME.some((pattern) => pattern.test(key)))).toEqual([]);
});

test.each(LANGUAGES)('another game and a look back at one are not called the same: %s', (language) => {
  const known = messages(language);
  const either = ['table.end.again', 'side.note.rematch-offered', 'table.end.replay', 'replay.again', 'replay.title'];
  expect(either.filter((key) => /again|once more|noch (ein)?mal/i.test(known[key]!))).toEqual([]);
});
