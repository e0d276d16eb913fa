import type { RecordedEvent } from '@karigar/events';
import { sampleSale } from '@karigar/events/sample-shop';
import { expect, it } from 'vitest';
import { planNotices } from './plan-notices.ts';

const ts = 1_800_000_000_000;
const minuteMs = 60_000;
const created = { type: 'order.created', subject: 'ord_1', seq: 7, ts, data: sampleSale() } as RecordedEvent;
const unknown = { order: async () => null };

it.each([
  ['an hour', 72, 2, 60],
  ['an hour, when stock is held for ever', 0, 0, 60],
  ['half of the time for which the stock is held', 72, 1, 30],
])('an unpaid order is called to mind after %s', async (_, hours, unverifiedHours, minutes) => {
  const reservation = { hours, unverifiedHours };
  const [notice] = await planNotices(created, { log: unknown, reservation });
  expect(notice).toMatchObject({ kind: 'unpaid', subject: 'ord_1', seq: 7, dueAt: ts + minutes * minuteMs });
});

it('nobody is told of an order that is gone', async () => {
  const paid = {
    ...created,
    type: 'order.paid',
    data: { transactionId: 'pi_1', amount: 1 },
  } as RecordedEvent;
  const reservation = { hours: 72, unverifiedHours: 2 };
  expect(await planNotices(paid, { log: unknown, reservation })).toEqual([]);
});
