import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

// `SHEEPFOLD=http://localhost:8000 npm run dev` serves the sources; everything else comes from a running server.
const server = process.env['SHEEPFOLD'] ?? 'http://localhost:8000';

/** Writes the list of all built files into the service worker (public/service.js). The name of a file depends on its
 * content, so the hash of the names identifies the build. */
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
    // Served by the server from there, and part of the wheel.
    outDir: '../src/sheepfold/web',
    emptyOutDir: true,
    target: 'es2022',
    // The server's strict content security policy must allow everything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
