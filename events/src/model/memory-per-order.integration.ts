import { expect, it } from 'vitest';
import { redisKeys } from '../log/redis-keys.ts';
import { openOrderLog } from '../order-log.ts';
import { fillLog } from '../testing/fill-log.ts';
import { startRedis } from '../testing/start-redis.ts';

const orders = 2_000;

it('an order takes at most 3,000 bytes of Redis with its events, and 1,600 when they have left', {
  timeout: 120_000,
}, async () => {
  const redis = await startRedis();
  const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 30_000 });
  try {
    const usedBytes = () =>
      log.redis.run(async (connection) =>
        Number(/^used_memory_dataset:(\d+)/m.exec(await connection.info('memory'))?.[1]),
      );
    const before = await usedBytes();
    await fillLog({ url: redis.url, orders, finished: orders });
    const whole = ((await usedBytes()) - before) / orders;
    await log.redis.run((connection) => connection.xTrim(redisKeys.events, 'MAXLEN', 1));
    const left = ((await usedBytes()) - before) / orders;
    expect(whole).toBeGreaterThan(left);
    expect(whole).toBeLessThanOrEqual(3_000);
    expect(left).toBeLessThanOrEqual(1_600);
  } finally {
    await log.close();
    await redis.stop();
  }
});
