import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { throwFaults } from './payment-round.ts';
import { claimPayment } from './settle-payment.ts';
import { differences } from './testing/money-adds-up.ts';
import { newPerson, TestShop } from './testing/test-shop.ts';

const stock = 1_000;
const origin = { actor: 'system:expiry', correlationId: 'test' };
let toolId: string;
let person: Person;
let orderIds: string[];

const shop = await TestShop.start();
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  orderIds = [];
  toolId = await shop.newTool(stock);
  await shop.simulator.control('DELETE', '/test/faults');
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
});

const newOrder = async () => {
  const order = await shop.newOrder(toolId, person);
  orderIds.push(order.id);
  return order;
};
const stateOf = async (id: string) => {
  const order = await shop.log.order(id);
  return order?.status ?? 'unknown';
};
const allDelivered = () => expect.poll(async () => (await shop.simulator.ledger()).undelivered).toBe(0);
const moneyAddsUp = async () => expect(await differences(shop, orderIds, { id: toolId, stock })).toEqual([]);

describe('deleting an unpaid order', () => {
  test('cancels its payment first and frees its stock once', async () => {
    const order = await newOrder();
    const intent = await shop.open(order.id, person);
    expect(await shop.remove(order.id)).toEqual({ changed: true });
    expect(await shop.remove(order.id)).toEqual({ changed: false });
    expect(await shop.simulator.pay(intent)).toMatchObject({ code: 'payment_intent_unexpected_state' });
    await moneyAddsUp();
  });

  test('makes it paid instead when the money has just come', async () => {
    const order = await newOrder();
    await shop.simulator.pay(await shop.open(order.id, person));
    await expect(shop.remove(order.id)).rejects.toMatchObject({ code: 'ORDER_PAID' });
    expect(await stateOf(order.id)).toBe('paid');
    await moneyAddsUp();
  });

  test('waits while a payment is being processed', async () => {
    const order = await newOrder();
    const intent = await shop.open(order.id, person);
    const paying = shop.simulator.pay(intent, 'pm_card_slow');
    const status = async () =>
      (await shop.simulator.ledger()).intents.find(({ id }) => id === intent.id)?.status;
    await expect.poll(status, { interval: 5 }).not.toBe('requires_payment_method');
    // On a loaded machine the payment may have ended by now; both answers keep the order.
    await expect(shop.remove(order.id)).rejects.toMatchObject({
      code: expect.stringMatching(/^(PAYMENT_PROCESSING|ORDER_PAID)$/),
    });
    await paying;
    await shop.reconcile();
    expect(await stateOf(order.id)).toBe('paid');
    await moneyAddsUp();
  });

  test('needs no provider when nobody began to pay, and deletes nothing while it is away otherwise', async () => {
    const [plain, begun] = [await newOrder(), await newOrder()];
    await shop.open(begun.id, person);
    await shop.simulator.control('POST', '/test/faults', { effect: 'error', times: 100 });
    expect(await shop.remove(plain.id)).toEqual({ changed: true });
    await expect(shop.remove(begun.id)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await stateOf(begun.id)).toBe('unpaid');
  });

  test('leaves no payable secret behind when it races with opening the payment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await newOrder();
      const [opened] = await Promise.allSettled([shop.open(order.id, person), shop.remove(order.id)]);
      if (opened.status === 'fulfilled') await shop.simulator.pay(opened.value);
      await shop.reconcile();
    }
    await moneyAddsUp();
    const { intents } = await shop.simulator.ledger();
    for (const orderId of orderIds) {
      if ((await stateOf(orderId)) !== 'deleted') continue;
      const mine = intents.filter(({ metadata }) => metadata.orderId === orderId);
      expect(mine.every(({ status }) => status === 'canceled')).toBe(true);
    }
  });
});

describe('money for an order that is gone', () => {
  /** What a crash between cancel and append, or a restored backup, can leave: deleted here, paid there. */
  const paidAndDeleted = async () => {
    const order = await newOrder();
    const intent = await shop.open(order.id, person);
    await shop.simulator.pay(intent);
    await shop.log.remove({ orderId: order.id, reason: 'customer', expectedIntent: intent.id, ...origin });
    return { order, intent };
  };

  test('comes back once and is told to the operators once, however often we hear of it', async () => {
    const { order, intent } = await paidAndDeleted();
    await shop.simulator.control('PUT', '/test/webhooks', { copies: 3 });
    await shop.simulator.control('POST', '/test/webhooks/flush');
    await expect(shop.claim(order.id, intent.id, person)).rejects.toMatchObject({ code: 'ORDER_GONE' });
    await allDelivered();
    await expect.poll(() => shop.toldAbout(intent.id)).toEqual(['payment.refunded']);
    await moneyAddsUp();
  });

  test('comes back when the order is deleted after the claim has read it', async () => {
    const { order, intent } = await paidAndDeleted();
    const claim = claimPayment(shop.parts, order, intent.id, origin, person);
    await expect(claim).rejects.toMatchObject({ code: 'ORDER_GONE' });
    expect(await shop.toldAbout(intent.id)).toEqual(['payment.refunded']);
    await moneyAddsUp();
  });

  test('is told to a person once when the provider does not give it back', async () => {
    const { order, intent } = await paidAndDeleted();
    await shop.simulator.control('POST', '/test/refunds/refuse', { code: 'charge_disputed', times: 1 });
    for (let again = 0; again < 2; again += 1)
      await expect(shop.claim(order.id, intent.id, person)).rejects.toMatchObject({ code: 'ORDER_GONE' });
    expect(await shop.toldAbout(intent.id)).toEqual(['payment.refund-refused']);
  });

  test('comes back as well when another payment has paid the order', async () => {
    const order = await newOrder();
    const intent = await shop.open(order.id, person);
    await shop.simulator.pay(intent);
    await shop.log.pay({ orderId: order.id, transactionId: 'pi_paid_elsewhere', ...origin });
    await expect(shop.claim(order.id, intent.id, person)).rejects.toMatchObject({ code: 'ORDER_PAID' });
    expect(await shop.toldAbout(intent.id)).toEqual(['payment.refunded']);
    const { charges } = await shop.simulator.ledger();
    expect(charges.find((charge) => charge.payment_intent === intent.id)).toMatchObject({ refunded: true });
  });
});

describe('the background watch', () => {
  test('settles a payment that nobody told us of', async () => {
    const order = await newOrder();
    await shop.simulator.pay(await shop.open(order.id, person));
    expect(await shop.reconcile()).toBe(1);
    expect(await shop.reconcile()).toBe(0);
    expect(await stateOf(order.id)).toBe('paid');
  });

  test('answers that do not come keep no other order from expiring; a provider that is away ends the round', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, newOrder));
    for (const { id } of orders) await shop.open(id, person);
    const fail = (path: string, times: number) =>
      shop.simulator.control('POST', '/test/faults', { effect: 'error', path, times });
    const expire = () => shop.expire({ person });
    await fail('', 100);
    await expect(expire()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    await shop.simulator.control('DELETE', '/test/faults');
    await fail('/v1/payment_intents', 4);
    const { expired, ...round } = await expire();
    expect(expired).toBe(1);
    expect(() => throwFaults(round)).toThrow('4 payments or orders failed');
    expect((await expire()).expired).toBe(4);
    await moneyAddsUp();
  });

  test('expires no order that was placed later, whatever a list of its period holds', async () => {
    const order = await newOrder();
    const { log } = shop.parts;
    const orders: typeof log.orders = ({ to: _, ...query }) => log.orders(query);
    const parts = { ...shop.parts, log: { ...log, orders } };
    await shop.expire({ parts, now: order.createdAt });
    expect(await stateOf(order.id)).toBe('unpaid');
    await moneyAddsUp();
  });

  test('expires unpaid orders and frees their stock once, also while customers pay', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, newOrder));
    const paying = orders.map(async (order, index) => {
      if (index % 3 === 0) return;
      const intent = await shop.open(order.id, person);
      await shop.simulator.pay(intent);
      await shop.claim(order.id, intent.id, person);
    });
    await Promise.allSettled([...paying, shop.expire(), shop.expire()]);
    await shop.expire();
    const states = await Promise.all(orders.map(({ id }) => stateOf(id)));
    expect(states.every((state) => state === 'paid' || state === 'deleted')).toBe(true);
    await moneyAddsUp();
  });
});
