import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { shopForTests } from '../seed/shop-for-tests.ts';
import { projectRoot } from './places.ts';
import { startStack } from './start-stack.ts';

const parent = mkdtempSync(join(tmpdir(), 'karigar-users-'));
const dataDir = join(parent, 'made', 'by', 'the-shop');

process.umask(0o022);
const stack = await startStack({ dataDir });
const shop = await shopForTests(stack);
await shop.paidOrder();
await vi.waitUntil(() => readdirSync(join(dataDir, 'inbox')).length > 0, { timeout: 60_000 });
afterAll(async () => {
  await stack.stop();
  rmSync(parent, { recursive: true, force: true });
});

test('nothing that a shop keeps may be read by another user of the machine', () => {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(names).toContain(join('logs', 'bff.log'));
  const open = ['.', ...names].filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test('its Redis answers nobody without the password, which no list of programs shows', async () => {
  const { port, password } = new URL(stack.redisUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end('KEYS *\r\n');
  expect(await text(socket)).toMatch(/^-NOAUTH/);
  expect(password.length).toBeGreaterThan(30);
  for (const part of ['redis', 'emulator', 'simulator', 'inbox', 'bff'] as const)
    expect(readFileSync(`/proc/${stack.child(part).pid}/cmdline`, 'utf8')).not.toContain(password);
});

test('an operator finds that Redis by the data folder', async () => {
  const { REDIS_URL: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'bff', 'src', 'operator.ts'), 'stats', '--json'],
    { env: { ...env, DATA_DIR: dataDir } },
  );
  expect(JSON.parse(stdout)).toMatchObject({ totals: { paid: 1 } });
});
