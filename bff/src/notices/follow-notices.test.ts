import type { OrderDocument, RecordedEvent } from '@karigar/events';
import { expect, it } from 'vitest';
import { planNotices, remindAfterMs } from './follow-notices.ts';

const minuteMs = 60_000;

it.each([
  ['an hour', 72, 2, 60],
  ['an hour, when stock is held for ever', 0, 0, 60],
  ['half of the time for which the stock is held', 72, 1, 30],
])('a customer is reminded of an unpaid order after %s', (_, hours, unverifiedHours, minutes) => {
  expect(remindAfterMs({ hours, unverifiedHours })).toBe(minutes * minuteMs);
});

it('nobody is told of an order that is gone', async () => {
  const data = { transactionId: 'pi_1', amount: 1 };
  const paid = { type: 'order.paid', subject: 'ord_1', seq: 7, ts: 1, data } as RecordedEvent;
  expect(await planNotices(paid, { order: async () => null })).toEqual([]);
});

it('the letter about a new order is planned without reading the order', async () => {
  const created = { type: 'order.created', subject: 'ord_1', seq: 7, data: { uid: 'u' } } as RecordedEvent;
  const order = () => Promise.reject(new Error('The order was read'));
  const placed = [{ kind: 'placed', subject: 'ord_1', uid: 'u', seq: 7 }];
  expect(await planNotices(created, { order }, 'notices')).toEqual(placed);
});

it.each([
  ['notices', 'shipped', ['shipped']],
  ['reviews', 'shipped', ['review']],
  ['reviews', 'refunded', []],
  ['reminders', 'shipped', []],
])('the follower %s adds of a parcel whose order is %s: %j', async (follower, status, kinds) => {
  const event = { type: 'order.shipped', subject: 'ord_1', seq: 7 } as RecordedEvent;
  const order = async () => ({ id: 'ord_1', uid: 'u', status }) as OrderDocument;
  expect((await planNotices(event, { order }, follower)).map(({ kind }) => kind)).toEqual(kinds);
});
