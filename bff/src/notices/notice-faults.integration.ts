import { openOrderLog } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { expect, it } from 'vitest';
import type { NoticeTask } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';

const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };

it('one damaged record keeps nobody else from their letters', async () => {
  const redis = await startRedis();
  const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 1_000);
  const placed = async (idempotencyKey: string) =>
    (await log.place(samplePlace({ idempotencyKey }))).order.id;
  const [damaged, other] = [await placed('damaged'), await placed('whole')];
  const told: NoticeTask[] = [];
  const notices = await runNotices(log, [
    {
      name: 'mail',
      async targets({ kind, subject }) {
        if (subject === damaged) throw new SyntaxError('Unexpected end of JSON input');
        return kind === 'paid' ? ['customer'] : [];
      },
      async send(task) {
        told.push(task);
        return 'sent';
      },
    },
  ]);
  for (const orderId of [damaged, other])
    await log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
  await expect.poll(() => told.map(({ subject }) => subject), patience).toEqual([other]);
  expect(notices.said.join('')).toContain('a notice is left out');
  await notices.stop();
  await log.close();
  await redis.stop();
});
