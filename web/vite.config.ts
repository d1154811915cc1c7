import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { defineConfig, type Plugin } from 'vite';
import { areaOf } from './src/words/areas.ts';

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

/** Divides the files of a language into areas: `en.json` becomes a function for each of its areas that loads
 * `en.json?area=…`, which has only the messages of that area. */
const areas: Plugin = {
  name: 'areas',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/words\/.*\.json(\?.*area=.*)?$/ },
    handler(text, id) {
      const messages = JSON.parse(text) as Record<string, string>;
      const [file, query] = id.split('?');
      const wanted = new URLSearchParams(query).get('area');
      // `import` tells the development server that a module is wanted, not the file.
      const keys = Object.keys(messages);
      const loader = (area: string): string => `'${area}': () => import('./${basename(file!)}?import&area=${area}')`;
      const exported = wanted
        ? JSON.stringify(
            messages,
            keys.filter((key) => areaOf(key) === wanted),
          )
        : `{ ${[...new Set(keys.map(areaOf))].map(loader).join(', ')} }`;
      return { code: `export default ${exported}`, moduleType: 'js' };
    },
  },
};

/** Makes the display face (docs/decisions/0015-a-display-face.md): of the whole font only the characters that we write.
 * The page asks for it before it has read its style sheet, so that no text is drawn in another face first. */
const display: Plugin = {
  name: 'display',
  async buildStart() {
    const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
    const languages = (await readdir(here('src/words'))).filter((name) => name.endsWith('.json'));
    const words = await Promise.all(languages.map((name) => readFile(here(`src/words/${name}`), 'utf8')));
    const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const whole = await readFile(here('node_modules/@expo-google-fonts/baloo-2/800ExtraBold/Baloo2_800ExtraBold.ttf'));
    const characters = [...ascii, ...words, 'ÄÖÜäöüß„“‚‘’–…×−≥'].join('');
    const font = await subsetFont(whole, characters, {
      targetFormat: 'woff2',
      keepFeatures: ['tnum', 'kern'],
      noHinting: true,
      preserveNameIds: [0, 13, 14], // whose it is, and its licence
    });
    // Where theme.css reads it.
    const file = here('node_modules/.cache/display.woff2');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, font);
  },
  transformIndexHtml(_, { bundle }) {
    const href = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
    return href
      ? [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${href}` },
            injectTo: 'head',
          },
        ]
      : [];
  },
};

export default defineConfig({
  plugins: [svelte(), areas, display, shell],
  build: {
    // Served by the server from there, and part of the wheel.
    outDir: '../src/sheepfold/web',
    emptyOutDir: true,
    target: 'es2022',
    // The server's strict content security policy must allow everything.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What most pages share is one file: it compresses better than many small ones.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 6 }] } },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
