import { openOrderLog, redisKeys } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import type { Channel } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';
import { waitingRecords } from './waiting-records.ts';

/** Many batches of people. */
const people = 1_000;
const deletedAtOnce = 90;
const origin = { actor: 'system:test', correlationId: 'test' };

const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 1_500 });
await offerTool(log, sampleTool(), 1_000);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

it('a tool for which thousands wait is told of once, however often it comes back in one batch, and keeps no other notice', async () => {
  const orders: string[] = [];
  for (let at = 0; at <= deletedAtOnce; at += 1)
    orders.push((await log.place(samplePlace({ idempotencyKey: `key-${at}` }))).order.id);
  const { id: toolId } = sampleTool();
  const uids = Array.from({ length: people }, (_, at) => `uid-${at}`);
  const { promise: hanging, resolve: answer } = Promise.withResolvers<'dropped'>();
  const channel = (name: 'mail' | 'push'): Channel => ({
    name,
    async targets({ kind, uid }) {
      // As a look at who has the account now, and their devices.
      for (const key of ['account', 'user', 'devices'])
        await log.redis.run((connection) => connection.hGetAll(redisKeys.record(`${key}:${uid}`)));
      return kind === 'to-ship' ? [] : name === 'mail' ? [uid] : [`${uid}-phone`, `${uid}-laptop`];
    },
    send: () => hanging,
  });
  const open = () => runNotices(log, [channel('mail'), channel('push')]);
  // While nobody follows the log, all of it comes into one batch.
  await (await open()).stop();
  const waiting = waitingRecords(log.redis);
  for (let at = 0; at < people; at += 250)
    await Promise.all(uids.slice(at, at + 250).map((uid) => waiting.put(toolId, uid)));
  const [paid, ...others] = orders as [string, ...string[]];
  for (const orderId of others)
    await log.remove({ orderId, reason: 'expired', expectedIntent: null, ...origin });
  await log.pay({ orderId: paid, transactionId: 'pi_1', ...origin });
  const notices = await open();
  // Nobody answers, so all of it stays in the queue: of each person a letter and two pushes, and as much of the order that was paid.
  await expect
    .poll(() => notices.queue.counts(), { timeout: 60_000 })
    .toEqual({ waiting: 3 * people + 3, failed: 0 });
  answer('dropped');
  await notices.stop();
});
