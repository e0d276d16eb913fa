import { randomUUID } from 'node:crypto';
import { redisKeys } from '@karigar/events';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { rawRedis } from '../testing/raw-redis.ts';
import { anOrder, RunningShop, type TestPerson } from '../testing/running-shop.ts';

const lines: string[] = [];

const place = () => shop.place(rahim, toolId);

const logger = pino({ level: 'error' }, { write: (line) => lines.push(line) });
const shop = await RunningShop.start({}, undefined, logger);
const redis = await rawRedis(shop.redis.url);
const admin = await shop.admin();
const rahim = await shop.person('rahim@example.com');
const toolId = await shop.newTool();
const orderId = (await place()).body.insertedId;
afterAll(async () => {
  redis.destroy();
  await shop.stop();
});

/** The error lines that were logged while this ran. */
async function loggedBy(work: () => Promise<unknown>): Promise<string> {
  lines.length = 0;
  await work();
  return lines.join('\n');
}

it('a key that another program has written over is a 503 in words, and its name is logged', async () => {
  const gen = await redis.hGet(redisKeys.meta, 'gen');
  const ordering = ['post', '/orders', rahim, anOrder(rahim, toolId)] as const;
  const calls: (readonly [key: string, method: string, path: string, as: TestPerson, body?: unknown])[] = [
    [`{o}:g${gen}:order:${orderId}`, 'get', `/orders/order/${orderId}`, rahim],
    [`{o}:g${gen}:unpaid`, 'get', '/orders', admin],
    [`{o}:g${gen}:stock`, ...ordering],
    [redisKeys.users, 'get', '/user', admin],
    [redisKeys.audit, 'get', '/audit', admin],
    [redisKeys.events, ...ordering],
    [redisKeys.meta, ...ordering],
    [redisKeys.meta, 'get', '/operations', admin],
  ];
  for (const [key, method, path, as, body] of calls) {
    const type = await redis.type(key);
    const aside = redisKeys.record('aside');
    if (type !== 'none') await redis.rename(key, aside);
    await (type === 'string' ? redis.rPush(key, 'wrong') : redis.set(key, 'wrong'));
    const logged = await loggedBy(async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const answer = await shop.json<{ code: string; detail: string }>(method, path, {
        as,
        body,
        headers,
      });
      expect([key, path, answer.status, answer.body.code]).toEqual([key, path, 503, 'UNAVAILABLE']);
      expect(answer.body.detail).toMatch(/needs a repair|closed for maintenance/);
      expect(answer.body.detail).not.toContain(key);
      expect(await redis.type(key)).toBe(type === 'string' ? 'list' : 'string');
    });
    expect(logged).toContain(key);
    await redis.del(key);
    if (type !== 'none') await redis.rename(aside, key);
  }
  await expect.poll(async () => (await place()).status).toBe(201);
});

it('a head that was set back is a 503 in words, and is logged', async () => {
  const seq = await redis.hGet(redisKeys.meta, 'seq');
  await redis.hSet(redisKeys.meta, 'seq', '0');
  const logged = await loggedBy(async () =>
    expect(await place()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } }),
  );
  expect(logged).toContain('The head of the order log is behind the last event');
  await redis.hSet(redisKeys.meta, 'seq', String(seq));
  expect((await place()).status).toBe(201);
});
