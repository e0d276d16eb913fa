import { join } from 'node:path';
import { openOrderLog, redisKeys } from '@karigar/events';
import { afterAll, describe, expect, it } from 'vitest';
import { runOperator } from '../operator/testing/run-operator.ts';
import { recordOps } from '../ops.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { startRedisWithUsers } from '../testing/redis-with-users.ts';
import { RunningShop } from '../testing/running-shop.ts';

const redis = await startRedisWithUsers();
const admin = await rawRedis(redis.url);
const url = redis.userUrl;
const created = await runOperator(['create'], { REDIS_URL: url });
expect(created).toMatchObject({ code: 0, err: '' });
const shop = await RunningShop.start({ REDIS_URL: url, RATE_LIMIT: 'on' }, { redis });
const user = await rawRedis(url);
afterAll(async () => {
  user.destroy();
  admin.destroy();
  await shop.stop();
});

/** What the payment room asks of the log. */
async function payAndShip(orderId: string): Promise<void> {
  const log = await openOrderLog({ url, mustExist: true });
  const origin = { actor: 'system:test', correlationId: 'test' };
  await log.registerIntent({ orderId, intentId: 'pi_1' });
  await log.pay({ orderId, transactionId: 'pi_1', ...origin });
  await log.ship({ orderId, ...origin });
  await recordOps(log.redis, { kind: 'note', who: 'system:test', why: 'a test', detail: {} });
  await log.close();
}

describe('the Redis user of the shop', () => {
  it('opens a shop that takes payments by hand alone', async () => {
    const ways = JSON.stringify([{ name: 'bKash', instructions: 'Send Money.' }]);
    const settings = { REDIS_URL: url, SIMULATOR_URL: '', PAYMENTS_BY_HAND: ways };
    const cardless = await RunningShop.start(settings, { redis, dataDir: shop.dataDir });
    expect((await cardless.call('get', '/tools')).status).toBe(200);
    await cardless.stop({ keepRedis: true });
  });

  it('reads settings, and never the password of the administrator in them', async () => {
    const settings = JSON.stringify(await user.sendCommand(['CONFIG', 'GET', '*']));
    expect(settings).toContain('appendonly');
    expect(settings).not.toContain('ANOTHER_LONG_SECRET');
  });

  it('may do everything that the shop and its operators do', async () => {
    const rahim = await shop.person('rahim@example.com');
    const boss = await shop.admin();
    const toolId = await shop.newTool();
    const order = () => shop.place(rahim, toolId);
    const { body } = await order();
    await order();
    const removed = await shop.json('delete', `/orders/${body.insertedId}`, { as: rahim });
    expect(removed.status).toBe(200);
    for (const path of ['/tools', '/orders', '/user', '/reviews', '/stats', '/operations'])
      expect([path, (await shop.call('get', path, { as: boss })).status]).toEqual([path, 200]);
    const measured = await (await fetch(`${shop.shop.url}/metrics`)).text();
    expect(measured).toContain('karigar_primary_found 1');
    const review = await shop.json('post', '/reviews', { as: rahim, body: { reviews: 'Good', rating: 5 } });
    expect(review.status).toBeLessThan(300);
    const profile = { phone: '1', education: 'x', country: 'BD' };
    const saved = await shop.json('put', `/userinfo/${rahim.email}`, { as: rahim, body: profile });
    expect(saved.status).toBeLessThan(300);
    await payAndShip((await order()).body.insertedId);
    const karim = await shop.person('karim@example.com');
    await shop.place(karim, toolId);
    await shop.json('put', `/userinfo/${karim.email}`, { as: karim, body: profile });
    const erased = await shop.json('delete', '/me', { as: karim, body: { confirm: karim.email } });
    expect(erased).toMatchObject({ status: 200 });
    const run = (...args: string[]) => runOperator(args, { REDIS_URL: url, DATA_DIR: shop.dataDir });
    const file = join(shop.dataDir, 'backup.ndjson.gz');
    for (const args of [['verify'], ['rebuild'], ['stats'], ['notes'], ['archive'], ['export', file]])
      expect(await run(...args)).toMatchObject({ code: 0, err: '' });
    expect((await order()).status).toBe(201);
    expect(await run('verify')).toMatchObject({ code: 0 });
    expect(await admin.sendCommand(['ACL', 'LOG'])).toEqual([]);
  });

  const guarded = ['events', 'meta', 'intents', 'ops', 'audit', 'erasures'] as const;
  it.each(guarded.map((name) => redisKeys[name]))(
    'may neither cut %s nor remove it, also not in a script',
    async (key) => {
      const before = await admin.dump(key);
      for (const [name, ...words] of [
        ['DEL', key],
        ['UNLINK', key],
        ['SET', key, 'x'],
        ['RENAME', key, '{o}:lease:x'],
        ['RENAME', redisKeys.tools, key],
        ['COPY', redisKeys.tools, key, 'REPLACE'],
        ['MOVE', key, '1'],
        ['EXPIRE', key, '0'],
        ['PEXPIREAT', key, '1'],
        ['GETDEL', key],
        ['RESTORE', key, '0', 'x', 'REPLACE'],
        ['ZUNIONSTORE', key, '1', redisKeys.tools],
        ['BITOP', 'NOT', key, '{o}:lease:x'],
        ['XTRIM', key, 'MAXLEN', '0'],
        ['XDEL', key, '1-0'],
        ['XSETID', key, '1-0'],
        ['FLUSHALL'],
        ['FLUSHDB'],
        ['SWAPDB', '0', '1'],
        ['EVAL', `return redis.call('DEL', KEYS[1])`, '1', key],
        ['EVAL', `return redis.call('DEL', '${key}')`, '0'],
        ['EVAL', `return redis.call('XTRIM', KEYS[1], 'MAXLEN', '0')`, '1', key],
        ['FUNCTION', 'FLUSH'],
      ] as [string, ...string[]][])
        await expect(user.sendCommand([name, ...words]), name).rejects.toThrow(/NOPERM|can't (run|access)/);
      expect((await admin.dump(key)) === before).toBe(true);
    },
  );

  it('loses no order when Redis restarts', async () => {
    const verify = () => runOperator(['verify', '--json'], { REDIS_URL: url, DATA_DIR: shop.dataDir });
    const { seq, hash } = (await verify()).json<{ seq: number; hash: string }>();
    await redis.restart();
    const after = await verify();
    expect(after).toMatchObject({ code: 0, err: '' });
    expect(after.json()).toMatchObject({ seq, hash, count: 0 });
  });
});
