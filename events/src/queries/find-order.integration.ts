import { expect, it } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';

let log: OrderLog;

freshLogBeforeEach((fresh) => {
  ({ log } = fresh);
});

it('an order is found by the position of its first event, and by that of no other', async () => {
  await offerTool(log, sampleTool(), 5);
  const { order } = await log.place(samplePlace());
  await log.pay({ orderId: order.id, transactionId: 'pi_1', ...origin });
  expect(await log.orderIdAt(order.number)).toBe(order.id);
  expect(await log.orderIdAt(order.number + 1)).toBeNull();
  expect(await log.orderIdAt(order.number - 1)).toBeNull();
  expect(await log.orderIdAt(1_000_000)).toBeNull();
});

it('an order is found by its payment', async () => {
  await offerTool(log, sampleTool(), 5);
  const { order } = await log.place(samplePlace());
  expect(await log.orderIdOfPayment('pi_1')).toBeNull();
  await log.pay({ orderId: order.id, transactionId: 'pi_1', ...origin });
  expect(await log.orderIdOfPayment('pi_1')).toBe(order.id);
});

it('orders whose customers ask to cancel are listed until somebody answers', async () => {
  await offerTool(log, sampleTool(), 9);
  const ids: string[] = [];
  for (const key of ['a', 'b', 'c']) {
    const { order } = await log.place(samplePlace({ idempotencyKey: key }));
    await log.pay({ orderId: order.id, transactionId: `pi_${key}`, ...origin });
    await log.afterPayment(order.id, { type: 'request-cancellation', reason: 'mistake' }, origin);
    ids.push(order.id);
  }
  await log.afterPayment(ids[1] as string, { type: 'decline-cancellation' }, origin);
  await log.afterPayment(
    ids[1] as string,
    { type: 'request-refund', reason: 'other', restock: false },
    origin,
  );
  const page = await log.orders({ asked: true, oldestFirst: true, limit: 1 });
  expect(page.total).toBe(2);
  expect(page.orders.map(({ id }) => id)).toEqual([ids[0]]);
  const next = await log.orders({ asked: true, oldestFirst: true, limit: 1, cursor: page.nextCursor ?? '' });
  expect(next.orders.map(({ id }) => id)).toEqual([ids[2]]);
});
