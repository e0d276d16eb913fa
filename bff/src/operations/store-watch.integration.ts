import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openOrderLog, redisKeys } from '@karigar/events';
import { startRedis } from '@karigar/events/testing';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { configFrom } from '../config/config.ts';
import type { Operations } from '../contracts/shop.ts';
import { openShop } from '../open-shop.ts';
import { type OperatorRun, runOperator } from '../operator/testing/run-operator.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { anOrder, RunningShop } from '../testing/running-shop.ts';

const operator = (...args: string[]): Promise<OperatorRun> =>
  runOperator(args, { REDIS_URL: shop.redis.url, DATA_DIR: shop.dataDir });
const place = () => shop.place(rahim, toolId);
const shopId = async () =>
  (await shop.json<{ log: { shop: string } }>('get', '/operations', { as: admin })).body.log?.shop;
const statusOf = (path: string) => shop.call('get', path, { as: admin }).then(({ status }) => status);

const shop = await RunningShop.start();
const redis = await rawRedis(shop.redis.url);
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool();
await place();
const backup = join(shop.dataDir, 'backup.ndjson.gz');
expect(await operator('export', backup)).toMatchObject({ code: 0 });
afterAll(async () => {
  redis.destroy();
  await shop.stop();
});

/** Every call that needs the store, as the admin; each must say in words that the shop is closed. */
async function allClosed(): Promise<void> {
  await expect.poll(() => statusOf('/user')).toBe(503);
  const calls: [string, string, unknown?][] = [
    ['get', '/tools'],
    ['get', `/tools/${toolId}`],
    ['get', '/reviews'],
    ['get', '/orders'],
    ['get', '/stats'],
    ['get', '/operations'],
    ['get', '/user'],
    ['get', `/userinfo/${admin.email}`],
    ['get', `/admin/${admin.email}`],
    ['put', `/user/${admin.email}`, {}],
    ['post', '/orders', anOrder(admin, toolId)],
    ['post', '/tools', {}],
  ];
  for (const [method, path, body] of calls) {
    const answer = await shop.json<{ code: string; detail: string }>(method, path, { as: admin, body });
    expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'UNAVAILABLE']);
    expect(answer.body.detail).toBe('The shop is closed for maintenance. Try again in a few minutes.');
    expect(answer.headers.get('retry-after')).toBe('30');
  }
  expect(await statusOf('/healthz')).toBe(200);
  expect(await statusOf('/config')).toBe(200);
}
const reasonOfRedis = async () => {
  const answer = await shop.call('get', '/readyz');
  const { dependencies } = (await answer.json()) as { dependencies: { name: string; detail: string }[] };
  return [answer.status, dependencies.find(({ name }) => name === 'redis')?.detail];
};
const untilOpen = () => expect.poll(() => statusOf('/user')).toBe(200);

describe('a running server', () => {
  it('is closed in words while the head of its log is lost, and opens when it is made anew', async () => {
    const id = await shopId();
    await redis.del(redisKeys.meta);
    await allClosed();
    expect(await reasonOfRedis()).toEqual([
      503,
      expect.stringContaining('The head of the order log is lost'),
    ]);
    for (const command of ['verify', 'stats', 'rebuild'])
      expect((await operator(command)).err).toContain('rebuild --shop <id>');
    expect(await operator('rebuild', '--shop', String(id))).toMatchObject({ code: 0 });
    await untilOpen();
    expect(await shopId()).toBe(id);
    expect((await place()).status).toBe(201);
  });

  it('is closed in words over an emptied Redis, and serves the backup that is restored into it', async () => {
    const id = await shopId();
    await redis.flushAll();
    await allClosed();
    expect(await reasonOfRedis()).toEqual([503, expect.stringContaining('There is no order log')]);
    await rm(join(shop.dataDir, 'images'), { recursive: true, force: true });
    expect(await operator('import', backup, '--yes')).toMatchObject({ code: 0, err: '' });
    await untilOpen();
    expect(await shopId()).toBe(id);
    expect(await statusOf(`/tools/${toolId}`)).toBe(200);
    expect((await place()).status).toBe(201);
  });

  it('sees the events that come after the backup, whose log is shorter than the one before', async () => {
    const lags = async () =>
      (
        await shop.json<Pick<Operations, 'consumers'>>('get', '/operations', { as: admin })
      ).body.consumers.map(({ name, lag }) => [name, lag]);
    await expect.poll(lags).toEqual([
      ['live updates', 0],
      ['letters and pushes', 0],
    ]);
  });
});

describe('a server in production', () => {
  it('refuses an empty Redis until an operator has made the store of a new shop', async () => {
    // Not that of the shop above, whose background work goes on.
    const empty = await startRedis();
    const look = await rawRedis(empty.url);
    try {
      const create = () => runOperator(['create'], { REDIS_URL: empty.url, DATA_DIR: shop.dataDir });
      const config = configFrom({
        PORT: '0',
        DATA_DIR: shop.dataDir,
        REDIS_URL: empty.url,
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9',
        SIMULATOR_URL: 'http://127.0.0.1:9',
      });
      const start = () => openShop({ ...config, production: true }, pino({ level: 'silent' }));
      await expect(start()).rejects.toThrow('There is no order log in this Redis');
      expect(await look.keys('{o}:*')).toEqual([]);
      expect(await create()).toMatchObject({ code: 0, err: '' });
      await (await start()).stop();
      const log = await openOrderLog({ url: empty.url });
      await log.setStock({ toolId: randomUUID(), set: 1, actor: 'system:test', correlationId: 'test' });
      await log.close();
      expect((await create()).err).toContain('This Redis holds the shop');
    } finally {
      look.destroy();
      await empty.stop();
    }
  });
});
