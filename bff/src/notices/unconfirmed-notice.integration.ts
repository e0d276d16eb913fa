import { openOrderLog } from '@karigar/events';
import { startReplicatedRedis } from '@karigar/events/replicated-redis';
import { offerTool, origin, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { expect, it } from 'vitest';
import type { NoticeTask } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';

const patience = { timeout: 60_000 };

it('nothing is told of an event until the replica that is waited for has flushed it', async () => {
  const redis = await startReplicatedRedis();
  const log = await openOrderLog({ url: redis.url, replicas: 1 });
  await offerTool(log, sampleTool(), 1_000);
  const told: NoticeTask[] = [];
  const notices = await runNotices(log, [
    {
      name: 'mail',
      targets: async ({ kind }) => (kind === 'paid' ? ['customer'] : []),
      async send(task) {
        told.push(task);
        return 'sent';
      },
    },
  ]);
  try {
    const pay = async (key: string) => {
      const { order } = await log.place(samplePlace({ idempotencyKey: key }));
      return () => log.pay({ orderId: order.id, transactionId: `pi_${key}`, ...origin });
    };
    await (await pay('confirmed'))();
    const payUnconfirmed = await pay('unconfirmed');
    await expect.poll(() => told.length, patience).toBe(1);
    redis.replica.pause();
    await expect(log.redis.confirmed(payUnconfirmed)).rejects.toThrow('replicas');
    // The follower has met the event and waits for the replica, too.
    await expect.poll(() => notices.said.join(''), patience).toContain('a scheduled job failed');
    expect(told).toHaveLength(1);
    redis.replica.resume();
    await expect.poll(() => told.map(({ kind }) => kind), patience).toEqual(['paid', 'paid']);
  } finally {
    redis.replica.resume();
    await notices.stop();
    await log.close();
    await redis.stop();
  }
});
