import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { memoryDir } from './infra/src/stack/memory-dir.ts';

const memory = memoryDir();

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
          // Each file imports these anew: as one bundle they are a few modules instead of hundreds.
          deps: {
            optimizer: {
              client: {
                enabled: true,
                include: [
                  '@mantine/core',
                  '@mantine/form',
                  '@mantine/hooks',
                  '@tabler/icons-react',
                  '@tanstack/react-query',
                  '@tanstack/react-table',
                  '@testing-library/react',
                  '@testing-library/user-event',
                  '@xstate/react',
                  'dexie',
                  'fake-indexeddb/auto',
                  'react-dom',
                  'react-dom/client',
                  'react-router-dom',
                  'xstate',
                ],
              },
            },
          },
          testTimeout: 30_000,
          // As `asyncUtilTimeout` of the set-up: a loaded machine is slow, not wrong.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{events,bff,infra}/src/**/*.integration.ts'],
          environment: 'node',
          // Files share the modules that they import, and a process whose settings each finds as in a new one.
          isolate: false,
          setupFiles: ['bff/src/testing/as-in-new-process.ts'],
          // A flush to a busy disk takes longer than the timeouts of the shop. A kill loses nothing of what lies in memory.
          env: memory === null ? {} : { TMPDIR: memory },
          testTimeout: 300_000,
          hookTimeout: 360_000,
          // A loaded machine is slow, not wrong.
          expect: { poll: { timeout: 60_000 } },
          // A third of their time they wait for their services.
          maxWorkers: 3,
        },
      },
    ],
  },
});
