import { openOrderLog } from '@karigar/events';
import { offerTool, origin, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis } from '@karigar/events/testing';
import { afterAll, expect, it } from 'vitest';
import type { Channel, NoticeTask } from './notice.ts';
import { runNotices } from './testing/run-notices.ts';

const patience = { timeout: 60_000 };
const redis = await startRedis();
const log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
await offerTool(log, sampleTool(), 1_000);
afterAll(async () => {
  await log.close();
  await redis.stop();
});

const placed = async (idempotencyKey: string) => (await log.place(samplePlace({ idempotencyKey }))).order.id;
const pay = (orderId: string) => log.pay({ orderId, transactionId: `pi_${orderId}`, ...origin });
/** A channel that customers hear of their payments by, and what they heard. */
function channelOf(name: Channel['name'], changed: Partial<Channel> = {}) {
  const told: NoticeTask[] = [];
  const channel: Channel = {
    name,
    targets: async ({ kind }) => (kind === 'paid' ? ['customer'] : []),
    async send(task) {
      told.push(task);
      return 'sent';
    },
    ...changed,
  };
  return { channel, told };
}

it('one damaged record keeps nobody else from their letters', async () => {
  const [damaged, other] = [await placed('damaged'), await placed('whole')];
  const { channel, told } = channelOf('mail', {
    async targets({ kind, subject }) {
      if (subject === damaged) throw new SyntaxError('Unexpected end of JSON input');
      return kind === 'paid' ? ['customer'] : [];
    },
  });
  const notices = await runNotices(log, [channel]);
  for (const orderId of [damaged, other]) await pay(orderId);
  await expect.poll(() => told.map(({ subject }) => subject), patience).toEqual([other]);
  expect(notices.said.join('')).toContain('a notice is left out');
  await notices.stop();
});

it('a mail server that hangs keeps nobody from their pushes', async () => {
  const { promise: hanging, resolve: answer } = Promise.withResolvers<'dropped'>();
  const mail = channelOf('mail', { send: () => hanging });
  const push = channelOf('push');
  const notices = await runNotices(log, [mail.channel, push.channel]);
  for (let at = 0; at < 30; at += 1) await pay(await placed(`key-${at}`));
  await expect.poll(() => push.told.length, patience).toBe(30);
  answer('dropped');
  await notices.stop();
});
