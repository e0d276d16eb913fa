import { ObjectsUnavailableError, PastUnavailableError, redisKeys } from '@karigar/events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { followEvents } from './payment-events.ts';
import { RoundFaults } from './round-faults.ts';
import { partsWith } from './testing/parts-with.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const origin = { actor: 'system:reconciler', correlationId: 'test' };
let shop: TestShop;
let person: Person;
let toolId: string;

beforeAll(async () => {
  shop = await TestShop.start();
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
  toolId = await shop.newTool(1_000);
});
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  await shop.simulator.control('DELETE', '/test/faults');
  // What other tests have left is done with.
  await shop.reconcile(inTwoMinutes());
});

const inTwoMinutes = () => Date.now() + 120_000;
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
  await followEvents(parts, origin, new RoundFaults(), undefined, inTwoMinutes());
  expect(asked).toEqual([after]);
  expect(await cursor()).toBe(after);
});

test('the provider is not asked about an order that its buyer has claimed', async () => {
  const [id = ''] = await paidOrders(1);
  const registered = await shop.log.intent(id);
  await shop.claim(id, registered?.intentId ?? '', person);
  const asked: unknown[] = [];
  const parts = partsWith(shop.parts, 'find', (call, args) => {
    asked.push(args[0]);
    return call(...args);
  });
  await followEvents(parts, origin, new RoundFaults());
  expect(asked).toEqual([]);
});

test.each([null, 'evt_of_another_account'])('with the cursor %s nothing is lost', async (foreign) => {
  const ids = await paidOrders(3);
  await shop.log.redis.run(async (connection) => {
    await connection.del(cursorKey);
    if (foreign !== null) await connection.set(cursorKey, foreign);
  });
  expect(await shop.reconcile(inTwoMinutes())).toBe(3);
  expect(await paid(ids)).toEqual([true, true, true]);
  expect(await cursor()).toMatch(/^evt_/);
});

test('one answer that does not come keeps no other from being taken, and its event for the next round', async () => {
  const ids = await paidOrders(3);
  await shop.simulator.control('POST', '/test/faults', {
    effect: 'error',
    method: 'GET',
    path: '/v1/payment_intents/',
    times: 1,
  });
  await expect(shop.reconcile(inTwoMinutes())).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(await paid(ids)).toEqual([false, true, true]);
  expect(await shop.reconcile(inTwoMinutes())).toBe(1);
  expect(await paid(ids)).toEqual([true, true, true]);
});

test('a provider that is wholly away ends the round after three questions', async () => {
  const ids = await paidOrders(5);
  let questions = 0;
  const parts = partsWith(shop.parts, 'find', (call, args) => {
    questions += 1;
    return call(...args);
  });
  await shop.simulator.control('POST', '/test/faults', {
    effect: 'error',
    path: '/v1/payment_intents/',
    times: 100,
  });
  await expect(followEvents(parts, origin, new RoundFaults())).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  expect(questions).toBe(3);
  await shop.simulator.control('DELETE', '/test/faults');
  expect(await shop.reconcile()).toBe(5);
  expect(await paid(ids)).not.toContain(false);
});

test('an event with a fault of its own is told once and passed over, and the others are taken', async () => {
  const ids = await paidOrders(3);
  const [, broken] = ids;
  const parts = partsWith(shop.parts, 'pay', (call, args) =>
    (args[0] as { orderId: string }).orderId === broken
      ? Promise.reject(new Error('cannot be written'))
      : call(...args),
  );
  const round = async (now: number) => {
    const faults = new RoundFaults();
    await followEvents(parts, origin, faults, undefined, now);
    faults.throwIfAny();
  };
  const told = async () =>
    (await shop.log.opsEntries(500)).filter(
      ({ kind, detail }) => kind === 'payment.event-failed' && detail.orderId === broken,
    );
  await expect(round(Date.now())).rejects.toThrow('cannot be written');
  expect(await told()).toEqual([]);
  await expect(round(inTwoMinutes())).rejects.toThrow('cannot be written');
  await round(inTwoMinutes());
  expect(await told()).toMatchObject([{ why: expect.stringContaining('cannot be written') }]);
  expect(await paid(ids)).toEqual([true, false, true]);
});

test('an event of an order that the archive does not give right now waits for it, however old it is', async () => {
  const ids = await paidOrders(2);
  const [old] = ids;
  const away = new PastUnavailableError(new ObjectsUnavailableError('It does not answer.'));
  const parts = partsWith(shop.parts, 'pay', (call, args) =>
    (args[0] as { orderId: string }).orderId === old ? Promise.reject(away) : call(...args),
  );
  const before = await cursor();
  const faults = new RoundFaults();
  await followEvents(parts, origin, faults, undefined, inTwoMinutes());
  expect(() => faults.throwIfAny()).toThrow(away);
  expect(await paid(ids)).toEqual([false, true]);
  expect(await cursor()).toBe(before);
  expect(await shop.reconcile(inTwoMinutes())).toBe(1);
  expect(await paid(ids)).toEqual([true, true]);
});

test('an event whose object the provider does not give for a day is told, and holds up no other', async () => {
  const orders = await paidOrders(5);
  const intents = await Promise.all(orders.slice(0, 4).map((id) => shop.log.intent(id)));
  for (const intent of intents)
    await shop.simulator.control('POST', '/test/faults', {
      effect: 'error',
      path: `/v1/payment_intents/${intent?.intentId}`,
      times: 1_000,
    });
  const tomorrow = Date.now() + 25 * 3_600_000;
  const before = await cursor();
  await expect(shop.reconcile(tomorrow)).rejects.toThrow();
  expect(await paid(orders)).toEqual([false, false, false, false, true]);
  for (const intent of intents)
    expect(await shop.toldAbout(intent?.intentId ?? '')).toEqual(['payment.event-failed']);
  expect(await cursor()).not.toBe(before);
  expect(await shop.reconcile(tomorrow)).toBe(0);
});
