import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Unit tests need no services; `integration` starts real Redis, emulator and simulator processes of its own. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{events,bff,infra,pwa}/src/**/*.test.ts', 'pwa/vite/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts', '**/node_modules/**'],
          environment: 'node',
          // No test leaves anything behind, so files share the modules that they import.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'dom',
          include: ['pwa/src/**/*.dom.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A thread begins sooner than a process, and no test here needs one.
          pool: 'threads',
          setupFiles: ['pwa/src/test-setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{events,bff,infra}/src/**/*.integration.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 360_000,
          // Each file starts services of its own on free ports. Waiting is most of what they do, so two share a core.
          maxWorkers: 2,
        },
      },
    ],
  },
});
