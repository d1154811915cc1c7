import { defineConfig, mergeConfig } from 'vitest/config';
import build from './vite.config.ts';

// Apart from the build's configuration, because building installs no test tools.
export default mergeConfig(
  build,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: {
      environment: 'happy-dom',
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/setup.ts'],
      testTimeout: 300_000,
    },
  }),
);
