import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../stack/free-port.ts';
import { projectRoot } from '../stack/places.ts';

test('npm run dev shows in its terminal what Node says of server code that it cannot read', {
  timeout: 300_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-dev-'));
  writeFileSync(join(dir, 'broken.mjs'), 'const tool = { name: "plane" price: 12 };\n');
  writeFileSync(
    join(dir, 'preload.mjs'),
    "if (process.argv[1]?.includes('/bff/src/main.')) await import('./broken.mjs');\n",
  );
  const dev = spawn(process.execPath, [join(projectRoot, 'infra', 'src', 'start', 'start.ts'), 'dev'], {
    env: {
      ...process.env,
      DATA_DIR: join(dir, 'data'),
      PORT: String(await freePort()),
      NODE_OPTIONS: `--import=${pathToFileURL(join(dir, 'preload.mjs'))}`,
      // No part but the server is started here.
      FIREBASE_PROJECT_ID: 'karigar-test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      REDIS_URL: 'redis://127.0.0.1:1',
    },
  });
  let said = '';
  dev.stdout.on('data', (chunk) => {
    said += chunk;
  });
  onTestFinished(async () => {
    if (dev.exitCode === null && dev.kill('SIGTERM')) await once(dev, 'exit');
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  await expect.poll(() => said, { timeout: 240_000 }).toMatch(/\[server\] SyntaxError: .+\n/);
  expect(said).toContain(`[server] file://${join(dir, 'broken.mjs')}:1`);
});
