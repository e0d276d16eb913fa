import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@karigar/events/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';
import { keysIn } from './testing/test-keys.ts';

let other = '';
const shop = await RunningShop.start();
afterAll(() => shop.stop());
beforeEach(async () => {
  other = await mkdtemp(join(tmpdir(), 'karigar-other-'));
  return () => rm(other, { recursive: true, force: true });
});

/** Starts a second server of the same shop; it must be refused. */
const refusal = (dataDir: string, environment: Record<string, string> = {}): Promise<string> =>
  RunningShop.start(environment, { redis: shop.redis, dataDir }).then(
    async (started) => {
      await started.stop({ keepRedis: true });
      return 'started';
    },
    (error: Error) => error.message,
  );

it('a server without the keys of its shop does not start, says what to do, and makes none', async () => {
  expect(await refusal(other)).toMatch(/are not in .*DATA_DIR.*keys --import/);
  expect(await readdir(other)).toEqual([]);
});

it('a server with keys of another shop does not start', async () => {
  const stranger = await RunningShop.start();
  const words = await refusal(stranger.dataDir);
  await stranger.stop();
  expect(words).toMatch(/the keys of another shop/);
});

it('a server with another DATA_KEY does not start, and says which one is needed', async () => {
  const key = Buffer.alloc(32, 9).toString('base64');
  expect(await refusal(shop.dataDir, { DATA_KEY: key })).toMatch(
    /wrapped by the DATA_KEY [0-9a-f]{8} .*Set the DATA_KEY that the shop had; to change it, .*keys --rotate/,
  );
  const former = await readFile(join(shop.dataDir, 'data-key'), 'utf8');
  expect(await refusal(shop.dataDir, { DATA_KEY: key, DATA_KEY_FORMER: former })).toBe('started');
});

it('a server whose DATA_KEY was lost beside the keys does not start, and makes none', async () => {
  await cp(keysIn(shop.dataDir), keysIn(other), { recursive: true });
  expect(await refusal(other)).toMatch(/data-key is gone: restore it, or set DATA_KEY/);
  expect(await readdir(other)).toEqual(['keys']);
  await writeFile(join(other, 'data-key'), 'not a key');
  expect(await refusal(other)).toMatch(/data-key is not 32 bytes in base64/);
});

it('a server of a new shop that cannot listen, or finds no Redis, makes nothing', async () => {
  const dataDir = join(other, 'new');
  const redis = await startRedis();
  const start = (environment: Record<string, string>) =>
    RunningShop.start(environment, { redis, dataDir }).catch((error: Error) => error.message);
  expect(await start({ PORT: String(shop.shop.port) })).toMatch(/^Port \d+ is in use/);
  await redis.kill();
  expect(await start({})).toMatch(/Redis/);
  await redis.stop();
  expect(await readdir(other)).toEqual([]);
});

it('a server on a copy of the keys does not start, or makes no key and is not ready once the shop has a newer one', async () => {
  const user = (name: string) => shop.person(`${name}-${randomUUID()}@example.com`);
  const order = async (at: RunningShop, person: TestPerson) => {
    const toolId = await shop.newTool();
    return at.json('post', '/orders', { as: person, body: anOrder(person, toolId) });
  };
  const isReady = async (at: RunningShop) => (await at.call('get', '/readyz')).status === 200;
  expect((await order(shop, await user('first'))).status).toBe(201);
  await cp(shop.dataDir, other, { recursive: true });
  const copy = await RunningShop.start({}, { redis: shop.redis, dataDir: other });
  expect((await order(shop, await user('second'))).status).toBe(201);
  expect(await isReady(shop)).toBe(true);
  expect(await isReady(copy)).toBe(false);
  expect((await order(copy, await user('third'))).body).toMatchObject({ status: 503, code: 'KEY_MISSING' });
  await copy.stop({ keepRedis: true });
  expect(await refusal(other)).toMatch(/lacks the newest key of the shop: it is a copy/);
  expect(await isReady(shop)).toBe(true);
});

it('a server is not ready while its keys are away, and is so again when they are back', async () => {
  const ready = async () => {
    const answer = await shop.call('get', '/readyz');
    const body = (await answer.json()) as { dependencies: { name: string; ok: boolean }[] };
    return [answer.status, body.dependencies.find(({ name }) => name === 'keys')?.ok];
  };
  // An answer is shared for a second.
  await expect.poll(ready).toEqual([200, true]);
  await rename(keysIn(shop.dataDir), `${keysIn(shop.dataDir)}-away`);
  await expect.poll(ready, { timeout: 60_000 }).toEqual([503, false]);
  await rename(`${keysIn(shop.dataDir)}-away`, keysIn(shop.dataDir));
  await expect.poll(ready, { timeout: 60_000 }).toEqual([200, true]);
});
