import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import type { OrderLog } from '../order-log.ts';
import { freshLogBeforeEach } from '../testing/fresh-log.ts';
import { offerTool, origin, samplePlace, sampleTool } from '../testing/sample-shop.ts';
import { rebuild, verify } from '../testing/scan-work.ts';

let log: OrderLog;
let scan: Redis;

freshLogBeforeEach(async (fresh) => {
  ({ log, scan } = fresh);
  await offerTool(log, sampleTool(), 100);
});

const place = async (idempotencyKey: string) => (await log.place(samplePlace({ idempotencyKey }))).order;
const claim = (orderId: string, transactionId: string) =>
  log.claim({ orderId, way: 'bKash', transactionId, expectedIntent: null, ...origin });
const confirm = (orderId: string, transactionId: string) =>
  log.decideClaim(orderId, { transactionId }, origin);

test('no card payment is registered while a payment by hand is reported', async () => {
  const { id } = await place('a');
  const register = () => log.registerIntent({ orderId: id, intentId: 'pi_1' });
  await claim(id, 'T1');
  expect(await register()).toBe('claimed');
  await log.decideClaim(id, { transactionId: 'T1', reason: 'not-found' }, origin);
  expect(await register()).toBe('registered');
  await expect(claim(id, 'T2')).rejects.toMatchObject({ code: 'INTENT_CHANGED' });
});

test('a transaction belongs to one order, as payment or as refund, also after a rebuild', async () => {
  const [paid, other] = [await place('a'), await place('b')];
  await claim(paid.id, 'T1');
  await confirm(paid.id, 'T1');
  const refund = { type: 'record-refund', refundId: 'R1', amount: paid.price * 100, by: 'shop' } as const;
  await log.afterPayment(paid.id, refund, origin);
  expect((await verify(scan)).differences).toEqual([]);
  await rebuild(scan);
  expect((await verify(scan)).differences).toEqual([]);
  for (const used of ['T1', 'R1']) {
    await claim(other.id, used);
    await expect(confirm(other.id, used)).rejects.toMatchObject({ code: 'TRANSACTION_USED' });
  }
});
