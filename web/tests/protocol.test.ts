// The client's half of docs/protocol.md: the same examples that the server's tests hold.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unpack } from '../src/api/choices';
import { patched } from '../src/api/patches';

const protocol = readFileSync('../docs/protocol.md', 'utf8');

function example<Kind>(name: string): Kind {
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`json\\n([^]*?)\`\`\``).exec(protocol);
  return JSON.parse(found![1]!) as Kind;
}

test('a patch makes the old document the new one, and leaves the old one as it is', () => {
  const { before, patch, after } = example<{ before: unknown; patch: unknown[][]; after: unknown }>('patch');
  const kept = structuredClone(before);
  expect(patched(before, patch)).toEqual(after);
  expect(before).toEqual(kept);
});

test('legal actions are unpacked', () => {
  const { packed, actions } = example<{ packed: string; actions: string[] }>('legal');
  expect(unpack(packed)).toEqual(actions);
  expect(unpack('')).toEqual([]);
});
