import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

// `SHEEPFOLD=http://localhost:8000 npm run dev` serves the sources and asks a running server for the rest.
const server = process.env['SHEEPFOLD'] ?? 'http://localhost:8000';

/** Tells the worker which files to keep (public/service.js): all that were built. Their names say what is in them, so
 * the hash of the names is the name of the build. */
const shell: Plugin = {
  name: 'shell',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const files = Object.keys(bundle)
      .filter((name) => name.startsWith('assets/'))
      .sort()
      .map((name) => `/${name}`);
    const build = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
    const worker = join(dir!, 'service.js');
    const text = await readFile(worker, 'utf8');
    await writeFile(worker, text.replace("'none'", `'${build}'`).replace('FILES = []', `FILES = ${JSON.stringify(files)}`));
  },
};

export default defineConfig({
  plugins: [svelte(), shell],
  build: {
    // The server serves it from there, and a wheel carries it.
    outDir: '../src/sheepfold/web',
    emptyOutDir: true,
    target: 'es2022',
    // Everything must pass the strict content security policy of the server.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
