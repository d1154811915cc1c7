// Whatever the sources say is loaded before they say it: its area comes with every import that leads there.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AREAS, areaOf, COMMON } from '../src/words/areas';
import { messages } from './languages';
import { resolved, SOURCE } from './sources';

const KEYS = Object.keys(messages('en'));
const GROUPS = [...new Set(KEYS.map((key) => key.split('.')[0]!))].join('|');
const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name));

/** Those of the names that a literal or a template stands for. */
function meant(text: string, names: string[]): string[] {
  const parts = text.split(/\$\{.*?\}/).map((part) => part.replaceAll('.', '\\.'));
  const pattern = new RegExp(`^${parts.join('.+')}$`);
  return names.filter((name) => pattern.test(name));
}

/** The areas named in the arguments of a call. */
const areasIn = (list: string): string[] =>
  [...list.matchAll(/['`]([^'`]+)['`]/g)].flatMap(([, text]) => {
    const areas = meant(text!, Object.keys(AREAS));
    expect(areas, `no area is called ${text}`).not.toEqual([]);
    return areas;
  });

interface Source {
  /** The areas of the messages in it. */
  said: Set<string>;
  /** The areas that it loads itself. */
  loads: string[];
  /** The files that it imports, and the areas loaded with them. */
  imports: { file: string; areas: string[] }[];
}

function sourceOf(file: string): Source {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const said = [...text.matchAll(new RegExp(`(['"\`])((?:${GROUPS})\\.(?:(?!\\1).)+)\\1`, 'g'))];
  const imports = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'(?:\),(\s*['`][^)]*))?/g)];
  return {
    said: new Set(said.flatMap(([, , key]) => meant(key!, KEYS)).map(areaOf)),
    loads: [...text.matchAll(/words\.(?:load\(|with\((?!import).*\), )([^)]*)\)/g)].flatMap(([, list]) => areasIn(list!)),
    imports: imports.map(([, path, list]) => ({ file: resolved(file, path!), areas: list ? areasIn(list) : [] })),
  };
}
const SOURCES = new Map(FILES.filter((file) => file !== 'words/areas.ts').map((file) => [file, sourceOf(file)]));

/** The areas that are loaded wherever a file is used, whichever way leads there from main.ts. */
function loadedIn(): Map<string, Set<string>> {
  const loaded = new Map([['main.ts', new Set([COMMON])]]);
  const changed = ['main.ts'];
  for (let file = changed.pop(); file !== undefined; file = changed.pop()) {
    const { loads, imports } = SOURCES.get(file)!;
    for (const { file: other, areas } of imports) {
      if (!SOURCES.has(other)) continue;
      const here = new Set([...loaded.get(file)!, ...loads, ...areas]);
      const before = loaded.get(other);
      const now = before === undefined ? here : new Set([...before].filter((area) => here.has(area)));
      if (now.size === before?.size) continue;
      loaded.set(other, now);
      changed.push(other);
    }
  }
  return loaded;
}
const LOADED = loadedIn();

test.each([...SOURCES.keys()])('%s says only what is loaded', (file) => {
  const { said, loads } = SOURCES.get(file)!;
  const loaded = new Set([...(LOADED.get(file) ?? []), ...loads]);
  expect([...said].filter((area) => !loaded.has(area))).toEqual([]);
});

test('the areas are noticed', () => {
  expect([...SOURCES.get('boards/volle-wolle/explain.ts')!.said]).toContain('explain/volle-wolle');
  expect([...LOADED.get('boards/volle-wolle/explain.ts')!].sort()).toEqual([COMMON, 'explain/volle-wolle', 'volle-wolle']);
  expect([...LOADED.get('table/Table.svelte')!]).toEqual([COMMON]);
});
