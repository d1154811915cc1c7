// The structure of the client: which folder may import from which, no circular imports, and no file that nothing uses.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolved, SOURCE } from './sources';

/** A folder may import from the folders before it. App.svelte and main.ts may import from all of them. */
const ORDER = [
  'types',
  'words',
  'api',
  'browser',
  'look',
  'art',
  'ui',
  'boards',
  'rules',
  'explain',
  'fair',
  'stage',
  'live',
  'odds',
  'side',
  'new-table',
  'start',
  'waiting',
  'table',
  'learn',
  'replay',
];
const LONGEST = 500;

const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|svelte)$/.test(name));
const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

const importsOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g)].map(([, path]) => resolved(file, path!));
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

const folderOf = (file: string): string => (file.includes('/') ? file.split('/')[0]! : '');

test('every folder has its place', () => {
  expect([...new Set(FILES.map(folderOf))].filter(Boolean).sort()).toEqual([...ORDER].sort());
});

describe.each(FILES.filter(folderOf))('%s', (file) => {
  test('imports only from folders before its own', () => {
    const own = ORDER.indexOf(folderOf(file));
    expect(IMPORTS.get(file)!.filter((other) => ORDER.indexOf(folderOf(other)) > own || !folderOf(other))).toEqual([]);
  });
});

test('no file imports itself, however indirectly', () => {
  const done = new Set<string>();
  function visit(file: string, path: string[]): void {
    expect(path, 'a circle of imports').not.toContain(file);
    if (done.has(file)) return;
    for (const other of IMPORTS.get(file) ?? []) visit(other, [...path, file]);
    done.add(file);
  }
  FILES.forEach((file) => visit(file, []));
});

test('the page needs every file', () => {
  const needed = new Set(['main.ts']);
  for (const file of needed) for (const other of IMPORTS.get(file) ?? []) needed.add(other);
  expect(FILES.filter((file) => !needed.has(file))).toEqual([]);
});

test('no file is too long', () => {
  const written = FILES.filter((file) => folderOf(file) !== 'types'); // types are generated
  expect(written.filter((file) => textOf(file).split('\n').length > LONGEST)).toEqual([]);
});

test('all drawn boards have the same files', () => {
  const boards = ['haste-bock', 'meine-schafe', 'schafe-schubsen', 'volle-wolle'];
  const furniture = ['Choices.svelte', 'Drawing.svelte', 'animation.ts', 'index.ts', 'offers.ts', 'phrases.ts'];
  expect(
    boards.flatMap((board) => furniture.map((name) => `boards/${board}/${name}`)).filter((file) => !FILES.includes(file)),
  ).toEqual([]);
});
