import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `SHEEPFOLD=http://localhost:8000 npm run dev` serves the sources and asks a running server for the rest.
const server = process.env['SHEEPFOLD'] ?? 'http://localhost:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // The server serves it from there, and a wheel carries it.
    outDir: '../src/sheepfold/web',
    emptyOutDir: true,
    target: 'es2022',
    // Everything must pass the strict content security policy of the server.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
});
