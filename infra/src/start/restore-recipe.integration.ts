import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { shopForTests } from '../seed/shop-for-tests.ts';
import { freePorts } from '../stack/free-port.ts';
import { projectRoot } from '../stack/places.ts';
import { startStack } from '../stack/start-stack.ts';

const folder = mkdtempSync(join(tmpdir(), 'karigar-restore-'));
const safe = join(folder, 'safe');

/** The lines of the handbook that bring a local shop back, with folders and a port of this test. */
function recipe(dataDir: string, port: number): string {
  const handbook = readFileSync(join(projectRoot, 'events', 'HANDBOOK.md'), 'utf8');
  const lines = /^umask 077.*?(?=^```)/ms.exec(handbook)?.[0] ?? '';
  return lines
    .replaceAll('$PWD/.data', dataDir)
    .replaceAll('6400', String(port))
    .replaceAll('/safe/', `${safe}/`);
}

/** A shop with a paid order, and all backups of it; answers the order's id and who placed it. */
async function backedUpShop() {
  const dataDir = join(folder, 'lost');
  const stack = await startStack({ dataDir });
  try {
    const shop = await shopForTests(stack);
    const placed = await shop.paidOrder();
    const operate = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(projectRoot, 'bff', 'src', 'operator.ts'), ...args], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
    await promisify(execFile)('mkdir', [safe]);
    await operate('export', join(safe, 'karigar'));
    await operate('keys', '--export', join(safe, 'keys-friday.json.gz'));
    copyFileSync(join(dataDir, 'data-key'), join(safe, 'data-key'));
    return placed;
  } finally {
    await stack.stop();
    rmSync(dataDir, { recursive: true });
  }
}

test('the recipe of the handbook brings a local shop back whose folder was lost', {
  timeout: 600_000,
}, async () => {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { orderId, buyer } = await backedUpShop();
  const dataDir = join(folder, 'restored');
  const [redisPort, port] = (await freePorts(2)) as [number, number];
  const { REDIS_URL: _, DATA_DIR: __, ...env } = process.env;
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', recipe(dataDir, redisPort)], {
    cwd: projectRoot,
    env: { ...env, CI: 'true', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((settle) => shell.once('close', settle));
  let said = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (bytes) => {
      said += bytes;
    });
  onTestFinished(async () => {
    if (shell.exitCode === null) process.kill(-(shell.pid as number), 'SIGINT');
    await ended;
  });
  const ready = `Karigar is ready at http://127.0.0.1:${port}`;
  await Promise.race([expect.poll(() => said, { timeout: 400_000 }).toContain(ready), ended]);
  expect(said).toContain(ready);
  const note = JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as Record<string, string>;
  const { SHOP_URL: url = '', FIREBASE_AUTH_EMULATOR_HOST: emulatorHost = '' } = note;
  const { admin, client } = await shopForTests({ url, emulatorHost });
  const order = await client.call<object>('GET', `/orders/order/${orderId}`, { token: admin.token });
  expect(order).toMatchObject({ paid: true, name: buyer.name, email: buyer.email, city: 'Dhaka' });
});
