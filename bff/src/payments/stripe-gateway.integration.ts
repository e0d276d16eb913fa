import Stripe from 'stripe';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isProblemError } from '../problem/problem-error.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { inBackground, whileWaiting } from './stripe-gateway.ts';
import { TestSimulator } from './testing/test-simulator.ts';

let count = 0;

const simulator = await TestSimulator.start();
const gateway = simulator.gateway(5_000);
afterAll(() => simulator.stop());
beforeEach(() => simulator.control('DELETE', '/test/faults'));

const open = (amount = 1_500) =>
  gateway.open({ amount, description: 'an order', metadata: { orderId: `order-${++count}` } });

describe('a payment gateway', () => {
  test('opens an intent and finds it again', async () => {
    const intent = await open();
    expect(intent).toMatchObject({
      state: 'payable',
      amount: 1_500,
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
    const paid = await open();
    await simulator.pay(paid);
    expect(await gateway.cancel(paid.id)).toMatchObject({ state: 'succeeded', amount_received: 1_500 });
  });

  test('shows a slow payment as processing, and it cannot be cancelled meanwhile', async () => {
    const intent = await open();
    const paying = simulator.pay(intent, 'pm_card_slow');
    await expect
      .poll(async () => (await gateway.find(intent.id))?.state, { interval: 10 })
      .not.toBe('payable');
    expect((await gateway.cancel(intent.id))?.state).not.toBe('canceled');
    expect(await paying).toMatchObject({ intent: 'succeeded' });
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
