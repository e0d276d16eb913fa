import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { RefundReason } from '../contracts/order.ts';
import { isProblemError } from '../problem/problem-error.ts';
import { failureOf, GatewayUnavailableError, givenBack } from './payment-gateway.ts';
import { inBackground, whileWaiting } from './stripe-gateway.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const amount = 1_500;
let count = 0;

const simulator = await TestSimulator.start();
const gateway = simulator.gateway(5_000);
afterAll(() => simulator.stop());
beforeEach(() => simulator.control('DELETE', '/test/faults'));

const open = (sum = amount) => gateway.open(sum, { orderId: `order-${++count}` });
const paid = async (method?: string) => {
  const intent = await open();
  await simulator.pay(intent, method);
  return intent;
};
const refund = (intentId: string, attempt = 1, reason: RefundReason = 'customer') =>
  gateway.refund(intentId, `refund:${intentId}:${attempt}`, reason, { attempt: String(attempt) });

describe('a payment gateway', () => {
  test('opens an intent and finds it again', async () => {
    const intent = await open();
    expect(intent).toMatchObject({
      state: 'payable',
      amount,
      amount_received: 0,
      currency: 'usd',
      metadata: { orderId: `order-${count}`, shop: 'test-shop' },
    });
    expect(await gateway.find(intent.id)).toEqual(intent);
    expect(await gateway.find('pi_nowhere')).toBeNull();
  });

  test('says when a sum is not taken', async () => {
    await expect(open(100_000_000)).rejects.toMatchObject({
      code: 'INVALID',
      status: 400,
    });
  });

  test('cancels what can be cancelled and tells the state of what cannot', async () => {
    const intent = await open();
    expect(await gateway.cancel(intent.id)).toMatchObject({ state: 'canceled' });
    expect(await gateway.cancel(intent.id)).toMatchObject({ state: 'canceled' });
    expect(await gateway.cancel('pi_nowhere')).toBeNull();
    const { id } = await paid();
    expect(await gateway.cancel(id)).toMatchObject({ state: 'succeeded', amount_received: amount });
  });

  test('lists intents by time', async () => {
    const now = Date.now();
    const intent = await open();
    const seen = [];
    for await (const { id } of gateway.between(now - 1_000, now + 2_000)) seen.push(id);
    expect(seen).toContain(intent.id);
    for await (const one of gateway.between(0, now - 3_600_000)) expect(one).toBeUndefined();
  });

  test.each(['error', 'away', 'lost'])('says that the provider is away on the fault %s', async (effect) => {
    const hasty = simulator.gateway(500);
    // The SDK asks once more when a connection was cut.
    await simulator.control('POST', '/test/faults', { effect, path: '/v1/payment_intents', times: 2 });
    const failed = await hasty.find('pi_nowhere').catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(GatewayUnavailableError);
    expect(failed).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE' });
  });

  test('repeats twice what failed in the background, and nothing while somebody waits', async () => {
    const intent = await open();
    const fail = (times: number) =>
      simulator.control('POST', '/test/faults', { effect: 'error', path: '/v1/payment_intents', times });
    await fail(1);
    const waiting = simulator.gateway(whileWaiting.timeout, whileWaiting.maxNetworkRetries);
    await expect(waiting.find(intent.id)).rejects.toBeInstanceOf(GatewayUnavailableError);
    await fail(2);
    const background = simulator.gateway(inBackground.timeout, inBackground.maxNetworkRetries);
    expect(await background.find(intent.id)).toMatchObject({ id: intent.id });
  });

  test('reads a message only with a fresh signature over its raw text', async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: 1_790_000_000,
      data: { object: { object: 'payment_intent', id: 'pi_1', metadata: { shop: 's' } } },
    });
    const sign = (timestamp?: number) =>
      new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
        payload,
        secret: simulator.webhookSecret,
        ...(timestamp === undefined ? {} : { timestamp }),
      });
    expect(await gateway.readEvent(payload, sign())).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      about: 'paid',
      intentId: 'pi_1',
      metadata: { shop: 's' },
      fingerprint: null,
      createdAt: 1_790_000_000_000,
    });
    const refused = async (body: string, signature: string) => {
      const error = await gateway.readEvent(body, signature).catch((thrown: unknown) => thrown);
      return isProblemError(error) ? error.status : error;
    };
    expect(await refused(`${payload} `, sign())).toBe(400);
    expect(await refused(payload, 'nonsense')).toBe(400);
    expect(await refused(payload, sign(Math.floor(Date.now() / 1_000) - 301))).toBe(400);
  });
});

describe('giving money back', () => {
  test('gives all of a payment back once per key, and tells of it', async () => {
    const { id } = await paid();
    expect(await gateway.refunds(id)).toEqual([]);
    expect(await refund(id)).toBeNull();
    const all = await gateway.refunds(id);
    expect(all).toMatchObject([{ amount, status: 'succeeded', metadata: { attempt: '1' } }]);
    expect(await refund(id)).toBeNull();
    expect(await gateway.refunds(id)).toEqual(all);
    expect(await refund(id, 2)).toBe('charge_already_refunded');
    expect(await refund(id, 1, 'fraud')).toBe('key-spent');
  });

  test('gives back what the dashboard has left of a payment, and lists both, the newest first', async () => {
    const { id } = await paid();
    await simulator.control('POST', '/test/refunds', { payment_intent: id, amount: 500 });
    expect(await refund(id, 1, 'out-of-stock')).toBeNull();
    const all = await gateway.refunds(id);
    expect(all).toMatchObject([{ amount: amount - 500 }, { amount: 500, metadata: {} }]);
    expect(givenBack(all)).toBe(amount);
  });

  test('tells why a refund came back, also where its creation is repeated', async () => {
    const { id } = await paid();
    await refund(id);
    const [made] = await gateway.refunds(id);
    await simulator.control('POST', `/test/refunds/${made?.id}/fail`, { reason: 'lost_or_stolen_card' });
    expect(await refund(id)).toBe('lost_or_stolen_card');
    const all = await gateway.refunds(id);
    expect(all.map(failureOf)).toEqual(['lost_or_stolen_card']);
    expect(givenBack(all)).toBe(0);
    expect(await refund(id, 2)).toBeNull();
  });

  test('counts a refund that the bank has yet to take', async () => {
    const { id } = await paid('pm_card_pendingRefund');
    expect(await refund(id)).toBeNull();
    const all = await gateway.refunds(id);
    expect(all).toMatchObject([{ status: 'pending' }]);
    expect(givenBack(all)).toBe(amount);
  });

  test('tells in the provider’s word why it is refused, and another key may be taken later', async () => {
    const unpaid = await open();
    expect(await refund(unpaid.id)).toBe('payment_intent_unexpected_state');
    expect(await refund('pi_nowhere')).toBe('resource_missing');
    const { id } = await paid();
    await simulator.control('POST', '/test/refunds/refuse', { code: 'charge_disputed', times: 1 });
    expect(await refund(id)).toBe('charge_disputed');
    expect(await refund(id)).toBe('charge_disputed');
    expect(await refund(id, 2)).toBeNull();
  });
});

test('tells of a payment’s disputes as they stand now', async () => {
  const { id } = await paid();
  expect(await gateway.disputes(id)).toEqual([]);
  await simulator.control('POST', '/test/disputes', { payment_intent: id, reason: 'product_not_received' });
  const [dispute, ...others] = await gateway.disputes(id);
  expect(others).toEqual([]);
  expect(dispute).toMatchObject({
    amount,
    status: 'needs_response',
    reason: 'product_not_received',
  });
  await simulator.control('POST', `/test/disputes/${dispute?.id}`, { status: 'won' });
  expect(await gateway.disputes(id)).toMatchObject([{ id: dispute?.id, status: 'won' }]);
});

describe('the provider’s events', () => {
  test('come oldest first, and only those that the shop handles', async () => {
    const intent = await open();
    await simulator.pay(intent, 'pm_card_chargeDeclined');
    await simulator.pay(intent);
    await refund(intent.id);
    const disputed = await paid('pm_card_createDispute');
    const ours = [intent.id, disputed.id];
    const all = await gateway.eventsSince(0);
    const seen = all.filter(({ intentId }) => ours.includes(intentId ?? ''));
    expect(seen.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['refund.created', 'charge.refunded', 'charge.dispute.created']),
    );
    expect(seen.slice(0, 2)).toMatchObject([
      { type: 'payment_intent.payment_failed', about: 'declined', intentId: intent.id },
      { type: 'payment_intent.succeeded', about: 'paid', intentId: intent.id, fingerprint: null },
    ]);
    expect(seen[0]?.fingerprint).toMatch(/\w/);
    expect(seen.find(({ type }) => type === 'refund.created')).toMatchObject({
      about: 'returned',
      intentId: intent.id,
      metadata: { attempt: '1' },
    });
    expect(seen.find(({ type }) => type === 'charge.dispute.created')).toMatchObject({
      about: 'returned',
      intentId: disputed.id,
    });
    expect(all.some(({ about }) => about === 'other')).toBe(false);
  });

  test('are all found, page by page, from a time on', async () => {
    const from = Date.now();
    const ids: string[] = [];
    for (let index = 0; index < 105; index += 1) ids.push((await paid()).id);
    const seen = await gateway.eventsSince(from);
    const mine = seen.map(({ intentId }) => intentId ?? '').filter((id) => ids.includes(id));
    expect(mine).toEqual(ids);
    const last = seen.at(-1)?.createdAt ?? 0;
    expect(await gateway.eventsSince(last + 1_000)).toEqual([]);
  });
});

test('what payments, refunds and disputes have cost is told by payment', async () => {
  const from = Date.now() - 1_000;
  const intent = await paid();
  await refund(intent.id);
  const disputed = await paid('pm_card_createDispute');
  const fees = await gateway.fees(from, Date.now() + 2_000);
  const cost = Math.round(amount * 0.029) + 30;
  expect([fees.get(intent.id), fees.get(disputed.id)]).toEqual([cost, cost + 1_500]);
});
