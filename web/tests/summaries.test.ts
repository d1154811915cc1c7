// The summaries in docs/rules name symbols; the page draws each of them, and none that no summary names.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYMBOLS } from '../src/rules/symbols';

const FOLDER = join(import.meta.dirname, '../../docs/rules');

test('every symbol of a summary is drawn, and no other', () => {
  const summaries = readdirSync(FOLDER).filter((name) => name.includes('.summary.'));
  const texts = summaries.map((name) => readFileSync(join(FOLDER, name), 'utf8'));
  const named = texts.flatMap((text) => [...text.matchAll(/^- `([^`]+)` /gm)].map(([, symbol]) => symbol!));
  expect([...new Set(named)].sort()).toEqual(Object.keys(SYMBOLS).sort());
});
