import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { startRedis, startReplica, type TestRedis } from '../testing/start-redis.ts';
import { redisKeys } from './redis-keys.ts';
import { visit } from './visit.ts';

let redis: TestRedis;
const logs: OrderLog[] = [];

beforeEach(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  await Promise.all(logs.splice(0).map((log) => log.close()));
  await redis.stop();
});

async function open(url: string): Promise<OrderLog> {
  const log = await openOrderLog({ url, commandTimeoutMs: 20_000 });
  logs.push(log);
  return log;
}

const epochOf = (log: OrderLog) => log.head().then(({ epoch }) => epoch, String);

it('begins at 1 in a new shop, and stays while the same Redis holds the log', async () => {
  expect(await epochOf(await open(redis.url))).toBe(1);
  expect(await epochOf(await open(redis.url))).toBe(1);
});

it('is raised once when Redis restarts, however many servers notice it at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => open(redis.url)));
  for (const expected of [2, 3]) {
    await redis.restart();
    for (const log of all) await expect.poll(() => epochOf(log)).toBe(expected);
  }
});

it('is raised once when a replica takes over, by the first connection to it', async () => {
  const first = await open(redis.url);
  await first.setStock({ toolId: 't', set: 1, actor: 'system', correlationId: 'r' });
  const replica = await startReplica(redis);
  try {
    await visit(replica.url, 5_000, (connection) => connection.sendCommand(['REPLICAOF', 'NO', 'ONE']));
    const copies = await Promise.all(Array.from({ length: 6 }, () => open(replica.url)));
    expect(new Set(await Promise.all(copies.map(epochOf)))).toEqual(new Set([2]));
    const held = await first.redis.run((connection) => connection.hGet(redisKeys.meta, 'epoch'));
    expect(Number(held)).toBe(1);
  } finally {
    await Promise.all(logs.splice(1).map((log) => log.close()));
    await replica.stop();
  }
});

it('is raised in a Redis that was opened while its memory was full', async () => {
  const log = await open(redis.url);
  await redis.restart();
  await visit(redis.url, 5_000, (connection) => connection.configSet('maxmemory', '1mb'));
  await expect.poll(() => epochOf(log)).toBe(2);
});
