import { LogUnavailableError, type OrderLog, openOrderLog } from '@karigar/events';
import { offerTool, samplePlace, sampleTool } from '@karigar/events/sample-shop';
import { startRedis, type TestRedis } from '@karigar/events/testing';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Channel, NoticeTask } from './notice.ts';
import { noticeQueue } from './notice-queue.ts';
import { openNotices } from './open-notices.ts';
import { sendNotices } from './send-notices.ts';
import { waitingRecords } from './waiting-records.ts';

const patience = { timeout: 60_000 };
const origin = { actor: 'system:test', correlationId: 'test' };
let redis: TestRedis;
let log: OrderLog;

beforeAll(async () => {
  redis = await startRedis();
  log = await openOrderLog({ url: redis.url, commandTimeoutMs: 20_000 });
  await offerTool(log, sampleTool(), 1_000);
});
afterAll(async () => {
  await log.close();
  await redis.stop();
});

const paidOrder = async (idempotencyKey: string): Promise<string> => {
  const { order } = await log.place(samplePlace({ idempotencyKey }));
  await log.pay({ orderId: order.id, transactionId: `pi_${order.id}`, ...origin });
  return order.id;
};
const partsWith = (channel: Channel, lines: string[] = []) => ({
  log,
  channels: [channel],
  logger: pino({}, { write: (line) => lines.push(line) }),
  registry: new Registry(),
  everyMs: 10,
});

it('one damaged record keeps nobody else from their letters', async () => {
  const told: NoticeTask[] = [];
  const lines: string[] = [];
  let damaged = '';
  const notices = await openNotices({
    ...partsWith(
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
      lines,
    ),
    address: 'https://shop.example',
    waiting: waitingRecords(log.redis),
    tool: async () => undefined,
    reservation: { hours: 72, unverifiedHours: 2 },
  });
  const { order } = await log.place(samplePlace({ idempotencyKey: 'damaged' }));
  damaged = order.id;
  await log.pay({ orderId: damaged, transactionId: 'pi_damaged', ...origin });
  const other = await paidOrder('whole');
  await expect.poll(() => told.map(({ subject }) => subject), patience).toEqual([other]);
  expect(lines.join('')).toContain('a notice is left out');
  await notices.stop();
});

it('what was told while Redis went away is not told again', async () => {
  const queue = noticeQueue(log.redis);
  const told: string[] = [];
  let faults = 3;
  const sending = sendNotices({
    ...partsWith({
      name: 'mail',
      targets: async () => [],
      async send({ id }) {
        told.push(id);
        return 'sent';
      },
    }),
    queue: {
      ...queue,
      async end(task, outcome) {
        if (faults-- > 0) throw new LogUnavailableError('Redis did not answer within 1500 ms');
        await queue.end(task, outcome);
      },
    },
  });
  const subject = await paidOrder('once');
  await queue.repeat({
    ...{ id: '1:paid:mail:customer', kind: 'paid', subject, uid: 'user-1', seq: 1 },
    ...{ dueAt: 0, channel: 'mail', target: 'customer', attempts: 0 },
  });
  await expect.poll(() => queue.toldAt(['1:paid:mail:customer']), patience).toEqual([expect.any(Number)]);
  expect(await queue.counts()).toEqual({ waiting: 0, failed: 0 });
  expect(told).toEqual(['1:paid:mail:customer']);
  await sending.stop();
});
