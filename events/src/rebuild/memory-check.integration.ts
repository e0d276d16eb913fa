import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScanConnection } from '../log/scan-connection.ts';
import { openOrderLog } from '../open-order-log.ts';
import type { OrderLog } from '../order-log.ts';
import { openBusyShop } from '../testing/busy-shop.ts';
import { samplePlace } from '../testing/sample-shop.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';
import { verify } from '../verify/verify.ts';
import { generationBytes } from './memory-check.ts';
import { rebuild } from './rebuild.ts';

let redis: TestRedis;
let log: OrderLog;
const connections: Redis[] = [];

beforeEach(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 60_000 });
  await openBusyShop(log);
});
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.disconnect();
  await log.close();
  await redis.stop();
});

async function connect(): Promise<Redis> {
  const connection = await openScanConnection(redis.url, 'rebuild');
  connections.push(connection);
  return connection;
}

describe('a rebuild', () => {
  it('is refused when the memory would not suffice', async () => {
    const small = await startRedis(['--maxmemory', '8mb']);
    const full = await openOrderLog({ url: small.url, commandTimeoutMs: 60_000 });
    const connection = await openScanConnection(small.url, 'rebuild');
    try {
      await openBusyShop(full);
      const { gen } = await full.head();
      const person = 'x'.repeat(15_000);
      for (let turn = 0; ; turn += 1) {
        const command = samplePlace({ toolId: 'tool-0', idempotencyKey: `k${turn}`, person });
        if ((await full.place(command).catch(() => null)) === null) break;
      }
      await expect(rebuild(connection)).rejects.toThrow(/needs about .* MB/);
      expect((await full.head()).gen).toBe(gen);
    } finally {
      connection.disconnect();
      await full.close();
      await small.stop();
    }
  });

  it('that was killed near its end needs only the memory of what is missing', async () => {
    const person = 'x'.repeat(15_000);
    for (let turn = 0; turn < 150; turn += 1)
      await log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: `k${turn}`, person }));
    const { seq: head } = await log.head();
    const killed = await connect();
    const dying = rebuild(killed, {
      batchSize: Math.ceil(head * 0.9),
      onStep: ({ step }) => {
        if (step === 'batch') killed.disconnect();
      },
    });
    await expect(dying).rejects.toThrow();
    const redisAgain = await connect();
    const used = Number(/^used_memory:(\d+)/m.exec(await redisAgain.info('memory'))?.[1]);
    await redisAgain.config('SET', 'maxmemory', used + Math.round(0.5 * (await generationBytes(redisAgain))));
    try {
      expect(await rebuild(redisAgain)).toMatchObject({ resumed: true });
    } finally {
      await redisAgain.config('SET', 'maxmemory', 0);
    }
    expect((await verify(redisAgain)).differences).toEqual([]);
  });
});
