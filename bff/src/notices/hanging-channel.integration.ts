import { openOrderLog } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { expect, it } from 'vitest';
import type { Channel, NoticeTask } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';

it('a mail server that hangs keeps nobody from their pushes', async () => {
  const redis = await startRedis();
  const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 1_000);
  const { promise: hanging, resolve: answer } = Promise.withResolvers<'dropped'>();
  const pushed: NoticeTask[] = [];
  const channel = (name: 'mail' | 'push', send: Channel['send']): Channel => ({
    name,
    targets: async ({ kind }) => (kind === 'paid' ? ['one'] : []),
    send,
  });
  const notices = await runNotices(log, [
    channel('mail', () => hanging),
    channel('push', async (task) => {
      pushed.push(task);
      return 'sent';
    }),
  ]);
  for (let at = 0; at < 30; at += 1) {
    const { order } = await log.place(samplePlace({ idempotencyKey: `key-${at}` }));
    await log.pay({ orderId: order.id, transactionId: `pi_${at}`, actor: 'system:test', correlationId: 't' });
  }
  await expect.poll(() => pushed.length).toBe(30);
  answer('dropped');
  await notices.stop();
  await log.close();
  await redis.stop();
});
