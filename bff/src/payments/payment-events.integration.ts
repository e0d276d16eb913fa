import { ObjectsUnavailableError, PastUnavailableError, redisKeys } from '@karigar/events';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { opsEntries } from '../ops.ts';
import { partsWith } from './testing/parts-with.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

let person: Person;

const shop = await TestShop.start();
await shop.simulator.control('PUT', '/test/webhooks', { held: true });
const toolId = await shop.newTool(1_000);
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  await shop.simulator.control('DELETE', '/test/faults');
  // What other tests have left is done with.
  await shop.reconcile(inTwoMinutes());
});

const inMinutes = (minutes: number) => Date.now() + minutes * 60_000;
const inTwoMinutes = () => inMinutes(2);
const tomorrow = () => inMinutes(25 * 60);
/** Orders that are paid at the provider, and nobody has told the shop. */
const paidOrders = async (count: number) => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await shop.newOrder(toolId, person);
    await shop.simulator.pay(await shop.open(id, person));
    ids.push(id);
  }
  return ids;
};
const paid = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => shop.log.order(id)))).map((order) => order?.status === 'paid');
const cursorKey = redisKeys.lease('payment-events');
const cursor = () => shop.log.redis.run((connection) => connection.get(cursorKey));

test('an event is read until it is a minute old, and then never again', async () => {
  const before = await cursor();
  const [id = ''] = await paidOrders(1);
  expect(await shop.reconcile()).toBe(1);
  expect(await paid([id])).toEqual([true]);
  expect(await cursor()).toBe(before);
  expect(await shop.reconcile(inTwoMinutes())).toBe(0);
  const after = await cursor();
  expect(after).not.toBe(before);
  const asked: unknown[] = [];
  const parts = partsWith(shop.parts, 'eventsSince', (call, args) => {
    asked.push(args[0]);
    return call(...args);
  });
  await shop.reconcile(inTwoMinutes(), parts);
  expect(asked).toEqual([JSON.parse(after ?? '').createdAt]);
  expect(await cursor()).toBe(after);
});

test('the provider is not asked about an order that its buyer has claimed', async () => {
  const [id = ''] = await paidOrders(1);
  const registered = await shop.log.intent(id);
  await shop.claim(id, registered ?? '', person);
  const asked: unknown[] = [];
  const parts = partsWith(shop.parts, 'find', (call, args) => {
    asked.push(args[0]);
    return call(...args);
  });
  await shop.reconcile(Date.now(), parts);
  expect(asked).toEqual([]);
});

test('without a cursor nothing is lost', async () => {
  const ids = await paidOrders(3);
  await shop.log.redis.run((connection) => connection.del(cursorKey));
  expect(await shop.reconcile(inTwoMinutes())).toBe(3);
  expect(await paid(ids)).toEqual([true, true, true]);
  expect(await cursor()).toContain('evt_');
});

/** Lets the provider not answer for the payments of orders. */
const breakAnswers = async (ids: readonly string[], times: number) => {
  for (const id of ids) {
    const path = `/v1/payment_intents/${await shop.log.intent(id)}`;
    await shop.simulator.control('POST', '/test/faults', { effect: 'error', path, times });
  }
};
const toldAbout = async (orderId: string) =>
  (await opsEntries(shop.log.redis, 500)).filter(
    ({ kind, detail }) => kind === 'payment.event-failed' && detail.orderId === orderId,
  );

test('events whose payments the provider does not answer for hold up no other, and are taken once it does', async () => {
  const ids = await paidOrders(5);
  const before = await cursor();
  await breakAnswers(ids.slice(0, 4), 100);
  await expect(shop.reconcile(inTwoMinutes())).rejects.toThrow('4 payments or orders failed');
  expect(await paid(ids)).toEqual([false, false, false, false, true]);
  expect(await cursor()).not.toBe(before);
  await shop.simulator.control('DELETE', '/test/faults');
  expect(await shop.reconcile(inMinutes(10))).toBe(4);
  expect(await paid(ids)).not.toContain(false);
});

test('an event that the provider does not answer for is told to the operators once after a day, and tried on', async () => {
  const ids = await paidOrders(2);
  const [broken = ''] = ids;
  await breakAnswers([broken], 100);
  for (const now of [Date.now(), inTwoMinutes()])
    await expect(shop.reconcile(now)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await toldAbout(broken)).toEqual([]);
  for (const now of [tomorrow(), tomorrow() + 3_600_000])
    await expect(shop.reconcile(now)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await toldAbout(broken)).toMatchObject([{ why: expect.stringContaining('is not responding') }]);
  expect(await paid(ids)).toEqual([false, true]);
  await shop.simulator.control('DELETE', '/test/faults');
  expect(await shop.reconcile(tomorrow() + 7_200_000)).toBe(1);
  expect(await paid(ids)).toEqual([true, true]);
});

test('a provider that is wholly away ends the round at the first question', async () => {
  const ids = await paidOrders(5);
  let questions = 0;
  const parts = partsWith(shop.parts, 'find', async (call, args) => {
    questions += 1;
    await shop.simulator.control('POST', '/test/faults', { effect: 'error', times: 100 });
    return call(...args);
  });
  await expect(shop.reconcile(Date.now(), parts)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(questions).toBe(1);
  await shop.simulator.control('DELETE', '/test/faults');
  expect(await shop.reconcile(inTwoMinutes())).toBe(5);
  expect(await paid(ids)).not.toContain(false);
});

test('an event with a fault of its own is told once, and the others are taken', async () => {
  const ids = await paidOrders(3);
  const [, broken = ''] = ids;
  const parts = partsWith(shop.parts, 'pay', (call, args) =>
    (args[0] as { orderId: string }).orderId === broken
      ? Promise.reject(new Error('cannot be written'))
      : call(...args),
  );
  for (const now of [Date.now(), tomorrow(), tomorrow() + 3_600_000])
    await expect(shop.reconcile(now, parts)).rejects.toThrow('cannot be written');
  expect(await toldAbout(broken)).toMatchObject([{ why: expect.stringContaining('cannot be written') }]);
  expect(await paid(ids)).toEqual([true, false, true]);
});

test('an event of an order that the archive does not give right now waits for it, however long', async () => {
  const ids = await paidOrders(2);
  const [old] = ids;
  const away = new PastUnavailableError(new ObjectsUnavailableError('It does not answer.'));
  const parts = partsWith(shop.parts, 'pay', (call, args) =>
    (args[0] as { orderId: string }).orderId === old ? Promise.reject(away) : call(...args),
  );
  for (const now of [Date.now(), tomorrow()]) await expect(shop.reconcile(now, parts)).rejects.toThrow(away);
  expect(await paid(ids)).toEqual([false, true]);
  expect(await shop.reconcile(tomorrow() + 3_600_000)).toBe(1);
  expect(await paid(ids)).toEqual([true, true]);
});
