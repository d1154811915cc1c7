// The sources of the client, for tests of their structure.

import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const SOURCE = join(import.meta.dirname, '../src');

/** The file that another one imports by this path. */
export function resolved(file: string, path: string): string {
  const target = join(SOURCE, dirname(file), path);
  const found = [target, `${target}.ts`, `${target}.svelte`, join(target, 'index.ts')].find(
    (one) => /\.\w+$/.test(one) && existsSync(one),
  );
  if (found === undefined) throw new Error(`${file} imports ${path}, which does not exist`);
  return relative(SOURCE, found);
}
