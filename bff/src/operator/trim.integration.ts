import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openOrderLog, type Trim } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import type { OpsEntry } from '../ops.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { startRedisWithUsers } from '../testing/redis-with-users.ts';
import { adminEmail, aTool, RunningShop } from '../testing/running-shop.ts';
import { runOperator } from './testing/run-operator.ts';

// Servers and commands have the Redis users of infra/compose/users.acl.

const origin = { actor: 'system:test', correlationId: 'test' };

const run = (args: readonly string[], variables = {}) =>
  runOperator(args, { ...environment, DATA_DIR: shop.dataDir, ...variables });
const trim = (...args: string[]) => run(['trim', '--older-than', '0d', ...args], { REDIS_TRIM_URL: trimUrl });
const timeline = () => shop.call('get', `/orders/order/${oldOrder}/events`, { as: boss });

const newOrder = (at: RunningShop) => at.place(rahim, toolId);

const objects = await mkdtemp(join(tmpdir(), 'karigar-trim-'));
const redis = await startRedisWithUsers();
const admin = await rawRedis(redis.url);
const { userUrl: redisUrl, trimUrl } = redis;
expect(await runOperator(['create'], { REDIS_URL: redisUrl })).toMatchObject({ code: 0 });
const environment = {
  REDIS_URL: redisUrl,
  ARCHIVE_SECONDS: '3600',
  OBJECTS_URL: pathToFileURL(objects).href,
};
const shop = await RunningShop.start(environment, { redis });
// Accounts as an identity service names them: who is named by an address would have to be sealed first.
const rahim = await shop.person('rahim@example.com', { uid: 'rahim' });
const boss = await shop.person(adminEmail, { uid: 'boss', verified: true });
const tool = await shop.json<{ insertedId: string }>('post', '/tools', { as: boss, body: aTool });
const toolId = tool.body.insertedId;
const log = await openOrderLog({ url: redis.url, mustExist: true, commandTimeoutMs: 30_000 });
const order = async () => (await newOrder(shop)).body.insertedId;
const busy = async (events: number) => {
  for (let done = 0; done < events; done += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => log.setStock({ toolId: `other-${n}`, set: done, ...origin })),
    );
};
const oldOrder = await order();
await log.registerIntent({ orderId: oldOrder, intentId: 'pi_1' });
await log.pay({ orderId: oldOrder, transactionId: 'pi_1', ...origin });
await log.ship({ orderId: oldOrder, ...origin });
await busy(2_100);
const openOrder = await order();
await busy(2_000);
await log.close();
expect(await run(['archive'])).toMatchObject({ code: 0, err: '' });
afterAll(async () => {
  admin.destroy();
  await shop.stop();
  await rm(objects, { recursive: true, force: true });
});

describe('trim', () => {
  it('first says what would leave and what holds the rest back, and does nothing unasked', async () => {
    const said = await trim();
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/^2000 events, 1 to 2000, the last of .*, can leave Redis: about .*B\./);
    expect(said.out).toContain(`is of ${openOrder}, and it is not paid.`);
    expect(said.out).toContain('Nothing was changed. Add --yes to do it.');
    const plan = (await trim('--json')).json<Trim>();
    expect(plan).toMatchObject({ from: 1, to: 2_000, held: { by: 'order', order: openOrder } });
    expect(await run(['trim', '--older-than', 'long'])).toMatchObject({ code: 1 });
    expect((await trim('--older-than', '400d')).out).toContain('No event can leave Redis.');
    expect(await admin.xLen('{o}:ev')).toBeGreaterThan(4_000);
  });

  it('is refused to the user that the servers have', async () => {
    const refused = await run(['trim', '--older-than', '0d', '--yes']);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('REDIS_TRIM_URL');
    expect((await admin.xRange('{o}:ev', '-', '+', { COUNT: 1 }))?.[0]?.id).toBe('1-0');
  });

  it('is refused where the storage is not the one that the servers write', async () => {
    const another = await mkdtemp(join(tmpdir(), 'karigar-another-'));
    const refused = await run(['trim', '--older-than', '0d', '--yes'], {
      REDIS_TRIM_URL: trimUrl,
      OBJECTS_URL: pathToFileURL(another).href,
    });
    await rm(another, { recursive: true });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('Set OBJECTS_URL to that of the servers');
    expect((await admin.xRange('{o}:ev', '-', '+', { COUNT: 1 }))?.[0]?.id).toBe('1-0');
  });

  it('has old events leave Redis, of which everything tells as before', async () => {
    const told = async () => [(await run(['show', oldOrder])).out, await (await timeline()).text()];
    const before = await told();
    const done = await trim('--yes', '--why', 'routine');
    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toMatch(/^2000 events, 1 to 2000, the last of .*, have left Redis: /);
    expect((await admin.xRange('{o}:ev', '-', '+', { COUNT: 1 }))?.[0]?.id).toBe('2001-0');
    expect(await told()).toEqual(before);
    for (const args of [['verify'], ['rebuild']]) expect(await run(args)).toMatchObject({ code: 0 });
    expect(await run(['export', join(shop.dataDir, 'all')])).toMatchObject({ code: 0 });
    const [note] = (await run(['notes', '--json', '--kind', 'trim'])).json<OpsEntry[]>();
    expect(note).toMatchObject({ kind: 'trim', why: 'routine', detail: { from: 1, to: 2_000 } });
    const measured = await (await fetch(`${shop.shop.url}/metrics`)).text();
    expect(measured).toMatch(/^karigar_log_first_seq 2001$/m);
    expect(await admin.sendCommand(['ACL', 'LOG', 'RESET'])).toBe('OK');
  });

  it('leaves a shop that sells while its storage is away, and says of an old order that its past cannot be read', async () => {
    const fresh = await RunningShop.start(environment, { redis: shop.redis, dataDir: shop.dataDir });
    await rename(objects, `${objects}-away`);
    try {
      const order = await fresh.json('get', `/orders/order/${oldOrder}`, { as: boss });
      expect(order).toMatchObject({ status: 200, body: { _id: oldOrder } });
      const history = await fresh.json('get', `/orders/order/${oldOrder}/events`, { as: boss });
      expect(history).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(history.body.detail).toContain('We can’t load the history of this older order right now.');
      expect(await fresh.json('get', '/orders', { as: boss })).toMatchObject({ status: 200 });
      expect(await newOrder(fresh)).toMatchObject({ status: 201 });
      const verified = await run(['verify']);
      expect(verified).toMatchObject({ code: 1 });
      expect(verified.err).toContain('Events that have left Redis cannot be read out of the archive.');
    } finally {
      await rename(`${objects}-away`, objects);
      await fresh.stop({ keepRedis: true });
    }
  });
});
