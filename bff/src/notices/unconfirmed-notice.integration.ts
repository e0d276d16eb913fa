import { openOrderLog, redisKeys } from '@karigar/events';
import { startReplicatedRedis } from '@karigar/events/replicated-redis';
import { offerTool, origin, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { NoticeTask } from './notice.ts';
import { noticesFollower } from './notice-queue.ts';
import { openNotices } from './open-notices.ts';
import { waitingRecords } from './waiting-records.ts';

const patience = { timeout: 60_000 };

it('nothing is told of an event until the replica that is waited for has flushed it', async () => {
  const redis = await startReplicatedRedis();
  const log = await openOrderLog({ url: redis.url, replicas: 1 });
  const primary = await openOrderLog({ url: redis.primary.url });
  await offerTool(log, sampleTool(), 1_000);
  const told: NoticeTask[] = [];
  let later = 0;
  const notices = await openNotices({
    log,
    address: 'https://shop.example',
    channels: [
      {
        name: 'mail',
        targets: async ({ kind }) => (kind === 'paid' ? ['customer'] : []),
        async send(task) {
          told.push(task);
          return 'sent';
        },
      },
    ],
    waiting: waitingRecords(log.redis),
    tool: async () => undefined,
    reservation: { hours: 72, unverifiedHours: 2 },
    logger: pino({ level: 'silent' }),
    registry: new Registry(),
    everyMs: 10,
    now: () => Date.now() + later,
  });
  try {
    const pay = async (key: string) => {
      const { order } = await log.place(samplePlace({ idempotencyKey: key }));
      return () => log.pay({ orderId: order.id, transactionId: `pi_${key}`, ...origin });
    };
    await (await pay('confirmed'))();
    const payUnconfirmed = await pay('unconfirmed');
    await expect.poll(() => told.length, patience).toBe(1);
    redis.replica.pause();
    await expect(payUnconfirmed()).rejects.toThrow('replicas');
    // The letter waits in the queue of the primary, and has been taken from it: only the answers are held back.
    const dueAt = async () => {
      const key = redisKeys.follower(noticesFollower, 'due-mail');
      const [first] = await primary.redis.run((connection) => connection.zRangeWithScores(key, 0, 0));
      return first?.score ?? 0;
    };
    await expect.poll(dueAt, patience).toBeGreaterThan(Date.now() + 10_000);
    // It would have left by the time at which another write is refused.
    await expect(payUnconfirmed()).rejects.toThrow('replicas');
    expect(told).toHaveLength(1);
    redis.replica.resume();
    later = 40_000;
    await expect.poll(() => told.map(({ kind }) => kind), patience).toEqual(['paid', 'paid']);
  } finally {
    redis.replica.resume();
    await notices.stop();
    await Promise.all([log.close(), primary.close()]);
    await redis.stop();
  }
});
