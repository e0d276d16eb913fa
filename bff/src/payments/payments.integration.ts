import { isDeleted, type OrderDocument } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { takeEvent } from './payment-events.ts';
import { partsWith } from './testing/parts-with.ts';
import { newPerson, TestShop, unitPrice } from './testing/test-shop.ts';

let person: Person;

const shop = await TestShop.start();
const toolId = await shop.newTool(1_000);
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  await shop.simulator.control('DELETE', '/test/faults');
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
});

const live = async (id: string): Promise<OrderDocument | null> => {
  const order = await shop.log.order(id);
  return order === null || isDeleted(order) ? null : order;
};
const charges = async (orderId: string) => {
  const { intents, charges: all } = await shop.simulator.ledger();
  const mine = intents.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id);
  return all.filter((charge) => mine.includes(charge.payment_intent) && charge.status === 'succeeded');
};
const paidOrder = async () => {
  const order = await shop.newOrder(toolId, person);
  const intent = await shop.open(order.id, person);
  await shop.simulator.pay(intent);
  return { order, intent };
};

describe('opening a payment', () => {
  test('gives one intent per order, over the order’s own total, however often and at once it is asked', async () => {
    const order = await shop.newOrder(toolId, person, 3);
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, index) => shop.open(order.id, person, `address-${index % 3}`)),
    );
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const { intents } = await shop.simulator.ledger();
    const mine = intents.filter(
      ({ metadata, status }) => metadata.orderId === order.id && status !== 'canceled',
    );
    expect(mine).toMatchObject([
      { amount: 3 * unitPrice * 100, metadata: { shop: await shop.log.shop(), uid: person.uid } },
    ]);
  });

  test('replaces a cancelled intent', async () => {
    const order = await shop.newOrder(toolId, person);
    const first = await shop.open(order.id, person);
    await fetch(`${shop.simulator.url}/v1/payment_intents/${first.id}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.simulator.secretKey}` },
    });
    const second = await shop.open(order.id, person);
    expect(second.id).not.toBe(first.id);
    expect(await shop.log.intent(order.id)).toBe(second.id);
  });

  test('is refused to others, for a deleted order and for a paid one', async () => {
    const { id } = await shop.newOrder(toolId, person);
    const refuses = (orderId: string, code: string, who = person) =>
      expect(shop.open(orderId, who)).rejects.toMatchObject({ code });
    await refuses(id, 'FORBIDDEN', newPerson());
    await refuses('ord_nowhere', 'ORDER_NOT_FOUND');
    await shop.remove(id);
    await refuses(id, 'ORDER_GONE');
    const { order } = await paidOrder();
    await refuses(order.id, 'ORDER_PAID');
    expect(await live(order.id)).toMatchObject({ status: 'paid' });
  });

  test('goes on after the answer of the provider was lost, and gives the same intent from then on', async () => {
    const order = await shop.newOrder(toolId, person);
    await shop.simulator.control('POST', '/test/faults', { effect: 'error', method: 'POST', times: 1 });
    await expect(shop.open(order.id, person)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    const intent = await shop.open(order.id, person);
    expect(await shop.open(order.id, person)).toEqual(intent);
  });
});

describe('claiming a payment', () => {
  test('marks the order paid once the provider says so, and repeats without change', async () => {
    const { order, intent } = await paidOrder();
    expect(await shop.claim(order.id, intent.id, person)).toEqual({ changed: true });
    expect(await shop.claim(order.id, intent.id, person)).toEqual({ changed: false });
    expect(await live(order.id)).toMatchObject({ status: 'paid', transactionId: intent.id });
  });

  test('believes no client: an unpaid, foreign or invented payment pays nothing', async () => {
    const order = await shop.newOrder(toolId, person);
    const intent = await shop.open(order.id, person);
    const refuses = (id: string, code: string) =>
      expect(shop.claim(order.id, id, person)).rejects.toMatchObject({ code });
    await refuses(intent.id, 'PAYMENT_NOT_COMPLETED');
    const other = await paidOrder();
    for (const id of ['pi_nowhere', 'x', '../../v1/refunds', other.intent.id])
      await refuses(id, 'PAYMENT_MISMATCH');
    await shop.claim(other.order.id, other.intent.id, person);
    await refuses(other.intent.id, 'TRANSACTION_USED');
    expect(await live(order.id)).toMatchObject({ status: 'unpaid' });
  });

  test('two payments of one order charge once', async () => {
    const order = await shop.newOrder(toolId, person);
    const [one, two] = await Promise.all([shop.open(order.id, person), shop.open(order.id, person)]);
    await Promise.all([shop.simulator.pay(one), shop.simulator.pay(two)]);
    await Promise.allSettled([
      shop.claim(order.id, one.id, person),
      shop.claim(order.id, two.id, person),
      shop.reconcile(),
    ]);
    expect(await charges(order.id)).toHaveLength(1);
    expect(await live(order.id)).toMatchObject({ status: 'paid' });
  });

  test('a payment without an order pays one order of its payer, of exactly its amount', async () => {
    const order = await shop.newOrder(toolId, person, 2);
    const second = await shop.newOrder(toolId, person, 2);
    const dearer = await shop.newOrder(toolId, person, 3);
    const stranger = newPerson();
    const theirs = await shop.newOrder(toolId, stranger, 2);
    const unbound = await shop.openUnbound(person, 2 * unitPrice);
    await shop.simulator.pay(unbound);
    for (const [id, who] of [
      [dearer.id, person],
      [theirs.id, stranger],
    ] as const)
      await expect(shop.claim(id, unbound.id, who)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' });
    expect(await shop.claim(order.id, unbound.id, person)).toEqual({ changed: true });
    expect(await shop.claim(order.id, unbound.id, person)).toEqual({ changed: false });
    const again = shop.claim(second.id, unbound.id, person);
    await expect(again).rejects.toMatchObject({ code: 'TRANSACTION_USED' });
  });

  test('a payment without an order that nobody uses is told to the operators once', async () => {
    const unbound = await shop.openUnbound(person, 7);
    await shop.simulator.pay(unbound);
    const used = await shop.openUnbound(person, unitPrice);
    await shop.simulator.pay(used);
    await shop.reconcile();
    const order = await shop.newOrder(toolId, person);
    await shop.claim(order.id, used.id, person);
    const hour = 3_600_000;
    await shop.reconcile(Date.now() + 23 * hour);
    expect(await shop.toldAbout(unbound.id)).toEqual([]);
    for (const hours of [25, 26]) await shop.reconcile(Date.now() + hours * hour);
    expect(await shop.toldAbout(used.id)).toEqual([]);
    expect(await shop.toldAbout(unbound.id)).toEqual(['payment.unbound']);
  });
});

describe('messages of the provider', () => {
  test('read their order once, and not at all when its buyer has claimed it', async () => {
    const reads: unknown[] = [];
    const parts = partsWith(shop.parts, 'order', (call, args) => {
      reads.push(args[0]);
      return call(...args);
    });
    const take = async (type: string, id: string) => {
      for (const event of await shop.parts.gateway.eventsSince(0))
        if (event.intentId === id && event.type === type)
          await takeEvent(parts, event, { actor: 'system:webhook', correlationId: event.id });
      return reads.splice(0).length;
    };
    const { order, intent } = await paidOrder();
    expect(await take('payment_intent.succeeded', intent.id)).toBe(1);
    expect(await live(order.id)).toMatchObject({ status: 'paid' });
    expect(await take('payment_intent.succeeded', intent.id)).toBe(0);
    await shop.simulator.dashboard('/test/refunds', { payment_intent: intent.id });
    expect(await take('refund.created', intent.id)).toBe(1);
    const unknown = await paidOrder();
    await shop.simulator.dashboard('/test/refunds', { payment_intent: unknown.intent.id });
    expect(await take('refund.created', unknown.intent.id)).toBe(1);
    expect(await live(unknown.order.id)).toMatchObject({ status: 'refunded' });
  });

  test('pay the order, however often they come', async () => {
    const { order, intent } = await paidOrder();
    await shop.simulator.control('PUT', '/test/webhooks', { copies: 3, jitterMs: 30 });
    await shop.simulator.control('POST', '/test/webhooks/flush');
    await expect.poll(async () => (await live(order.id))?.status).toBe('paid');
    await expect.poll(async () => (await shop.simulator.ledger()).undelivered).toBe(0);
    const events = await shop.log.history(order.id);
    expect(events.map(({ type }) => type)).toEqual(['order.created', 'order.paid']);
    expect(await charges(order.id)).toMatchObject([{ payment_intent: intent.id, amount_refunded: 0 }]);
  });

  test('about another shop, or about an order that the log does not hold, move no money', async () => {
    const foreign = await openForeign({ shop: 'another-shop', orderId: 'ord_theirs', uid: 'u' });
    const unknown = await openForeign({ shop: await shop.log.shop(), orderId: 'ord_lost', uid: 'u' });
    await shop.simulator.control('PUT', '/test/webhooks', { copies: 3 });
    await shop.simulator.pay(foreign);
    await shop.simulator.pay(unknown);
    await expect.poll(() => shop.toldAbout(unknown.id)).toEqual(['payment.unknown-order']);
    await expect.poll(async () => (await shop.simulator.ledger()).undelivered).toBe(0);
    expect(await shop.toldAbout(foreign.id)).toEqual([]);
    const { refunds } = await shop.simulator.ledger();
    expect(refunds.filter((one) => [foreign.id, unknown.id].includes(one.payment_intent))).toEqual([]);
  });
});

async function openForeign(metadata: Record<string, string>) {
  const body = new URLSearchParams({
    amount: '1200',
    currency: 'usd',
    'allowed_payment_method_types[]': 'card',
  });
  for (const [name, value] of Object.entries(metadata)) body.set(`metadata[${name}]`, value);
  const answer = await fetch(`${shop.simulator.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.simulator.secretKey}` },
    body,
  });
  const { id, client_secret: clientSecret } = (await answer.json()) as { id: string; client_secret: string };
  return { id, clientSecret };
}
