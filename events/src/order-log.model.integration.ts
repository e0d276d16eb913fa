import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openOrderLog } from './order-log.ts';
import type { Model, RealShop } from './testing/model.ts';
import { modelCommands } from './testing/model-commands.ts';
import { rawRedis } from './testing/raw-redis.ts';
import { startRedis } from './testing/start-redis.ts';

const redis = await startRedis();
const first = await openOrderLog({ url: redis.url, commandTimeoutMs: 60_000 });
afterAll(async () => {
  await first.close();
  await redis.stop();
});

it('whatever happens in whatever order, the shop does what the model says and agrees with its log', async () => {
  const setup = async (): Promise<{ model: Model; real: RealShop }> => {
    await expect
      .poll(() => first.ping().then(() => 'up', String), { timeout: 60_000 })
      .not.toContain('not available');
    await first.redis.run((connection) => connection.flushAll());
    const real: RealShop = {
      redis,
      log: await openOrderLog({ url: redis.url, commandTimeoutMs: 60_000 }),
      connect: () => rawRedis(redis.url),
    };
    return { model: { tools: new Map(), orders: new Map(), transactions: new Map() }, real };
  };
  await fc.assert(
    fc.asyncProperty(modelCommands, async (commands) => {
      let opened: RealShop | undefined;
      try {
        await fc.asyncModelRun(async () => {
          const { model, real } = await setup();
          opened = real;
          return { model, real };
        }, commands);
      } finally {
        await opened?.log.close();
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
