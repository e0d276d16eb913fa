import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { openOrderLog } from '../order-log.ts';
import { openBusyShop } from '../testing/busy-shop.ts';
import { rawRedis } from '../testing/raw-redis.ts';
import { samplePlace } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';
import { startRedis, type TestRedis } from '../testing/start-redis.ts';

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
  const connection = await rawRedis(redis.url);
  connections.push(connection);
  return connection;
}

const usedMemory = async (redis: Redis): Promise<number> =>
  Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);

describe('a rebuild', () => {
  it('is refused when the memory would not suffice', async () => {
    const small = await startRedis(['--maxmemory', '8mb']);
    const full = await openOrderLog({ url: small.url, commandTimeoutMs: 60_000 });
    const connection = await rawRedis(small.url);
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
    for (let turn = 0; turn < 400; turn += 1)
      await log.place(samplePlace({ toolId: 'tool-0', idempotencyKey: `k${turn}`, person }));
    const { seq: head } = await log.head();
    const before = await usedMemory(await connect());
    const killed = await connect();
    let batches = 0;
    const dying = rebuild(killed, {
      batchSize: Math.ceil(head * 0.45),
      onStep: ({ step }) => {
        if (step === 'batch') batches += 1;
        if (batches === 2) throw new Error('killed');
      },
    });
    await expect(dying).rejects.toThrow('killed');
    const redisAgain = await connect();
    const used = await usedMemory(redisAgain);
    await redisAgain.config('SET', 'maxmemory', used + 2 * (used - before));
    try {
      expect(await rebuild(redisAgain)).toMatchObject({ resumed: true });
    } finally {
      await redisAgain.config('SET', 'maxmemory', 0);
    }
    expect((await verify(redisAgain)).differences).toEqual([]);
  });
});
