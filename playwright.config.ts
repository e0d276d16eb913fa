import { defineConfig } from '@playwright/test';
import { freePort } from './infra/src/stack/free-port.ts';
import { chromiumLaunch, type EngineName, firefoxLaunch } from './pwa/e2e/engines/engine.ts';
import { leftOutInFirefox } from './pwa/e2e/engines/left-out-in-firefox.ts';

// Give E2E_URL to use a shop that runs already, and E2E_ADMIN where that shop does not show an admin. Otherwise a port is chosen once, here; the workers inherit it.
const ownShop = process.env.E2E_URL === undefined || process.env.E2E_OWN === '1';
if (ownShop) {
  process.env.E2E_OWN = '1';
  process.env.E2E_PORT ??= String(await freePort());
  process.env.E2E_URL ??= `http://127.0.0.1:${process.env.E2E_PORT}`;
}
process.env.E2E_PUSH_PORT ??= String(await freePort());

const journeysIn = (engineName: EngineName) => ({
  name: engineName,
  testMatch: 'journeys/*.journey.ts',
  grepInvert: engineName === 'firefox' ? leftOutInFirefox : [],
  use: { engineName },
});

/** E2E_WHOLE=firefox: the whole suite in Firefox. It takes as long as all the rest, and the journeys walk that engine each time. */
const wholeInFirefox = {
  name: 'shop-in-firefox',
  testMatch: '*.spec.ts',
  grepInvert: leftOutInFirefox,
  use: { browserName: 'firefox' as const, channel: 'moz-firefox', launchOptions: firefoxLaunch },
};

/** End-to-end: a real browser against the real parts of one shop; each test brings its own people and tools. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'pwa/e2e',
  outputDir: 'test-results',
  // Generous on purpose: the machine may be slow, and a wait that is not needed costs nothing.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['./pwa/e2e/fixtures/page-snapshot-reporter.ts']],
  use: {
    baseURL: process.env.E2E_URL,
    // Its installation costs seconds of each visit. Tests of what it does, and of whole journeys, allow it.
    serviceWorkers: 'block',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recording costs as much time as the tests themselves; E2E_TRACE=1 turns it on to look into a failure.
    trace: process.env.E2E_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
  projects:
    process.env.E2E_WHOLE === 'firefox'
      ? [wholeInFirefox]
      : [{ name: 'shop', testMatch: '*.spec.ts' }, journeysIn('firefox'), journeysIn('webkit')],
  ...(ownShop
    ? {
        webServer: {
          command: 'node infra/src/checks/e2e-stack.ts',
          wait: { stdout: /Karigar is ready/ },
          timeout: 400_000,
          stdout: 'pipe',
          gracefulShutdown: { signal: 'SIGTERM', timeout: 8000 },
        },
      }
    : {}),
});
