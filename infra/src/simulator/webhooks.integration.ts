import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestSimulator, webhookSecret } from './testing/test-simulator.ts';

const stripe = new Stripe('sk_test_unused');
let simulator: TestSimulator;
let shop: Server;
let shopUrl: string;
let received: { raw: string; signature: string }[];
let answerStatus: number;

beforeEach(async () => {
  received = [];
  answerStatus = 200;
  shop = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk) => {
      raw += String(chunk);
    });
    request.on('end', () => {
      received.push({ raw, signature: String(request.headers['stripe-signature']) });
      response.statusCode = answerStatus;
      response.end();
    });
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/webhooks/stripe`;
  simulator = await TestSimulator.open(shopUrl);
});
afterEach(async () => {
  await simulator.close();
  await new Promise((closed) => shop.close(closed));
});

const pay = async () => {
  const intent = await simulator.newIntent();
  await simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  return intent.id;
};
const undelivered = async () => (await simulator.ledger()).undelivered;

describe('webhooks', () => {
  test('a payment is told once, with a signature that the SDK accepts and that a changed body breaks', async () => {
    const id = await pay();
    await expect.poll(undelivered).toBe(0);
    expect(received).toHaveLength(1);
    const { raw, signature } = received[0] ?? { raw: '', signature: '' };
    const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret);
    expect(event).toMatchObject({
      type: 'payment_intent.succeeded',
      data: { object: { id, status: 'succeeded' } },
    });
    expect(() => stripe.webhooks.constructEvent(raw.replace('1200', '1'), signature, webhookSecret)).toThrow(
      Stripe.errors.StripeSignatureVerificationError,
    );
  });

  test('a refused delivery is tried again', async () => {
    answerStatus = 503;
    await pay();
    await expect.poll(() => received.length).toBeGreaterThan(0);
    answerStatus = 200;
    await expect.poll(undelivered).toBe(0);
    expect(new Set(received.map(({ raw }) => raw)).size).toBe(1);
  });

  test('what a stop interrupted is delivered after the next start', async () => {
    await simulator.control('PUT', '/test/webhooks', { held: true });
    await pay();
    expect(await undelivered()).toBe(1);
    await simulator.restart(shopUrl);
    await expect.poll(undelivered).toBe(0);
    expect(received).toHaveLength(1);
  });

  test('a test may have each event delivered several times', async () => {
    await simulator.control('PUT', '/test/webhooks', { copies: 3, jitterMs: 20 });
    await pay();
    await expect.poll(() => received.length).toBe(3);
  });
});

describe('the ledger', () => {
  test('keeps charges, refunds, intents and idempotency keys over a restart', async () => {
    const first = await simulator.newIntent('k1');
    await simulator.stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_visa' });
    await simulator.stripe.refunds.create({ payment_intent: first.id });
    const before = await simulator.ledger();
    await simulator.restart();
    const after = await simulator.ledger();
    expect({ charges: after.charges, refunds: after.refunds }).toEqual({
      charges: before.charges,
      refunds: before.refunds,
    });
    expect((await simulator.newIntent('k1')).id).toBe(first.id);
  });

  test('a payment that was processing when the simulator stopped is settled at the next start', async () => {
    const intent = await simulator.newIntent();
    await simulator.control('POST', '/test/faults', { effect: 'no-answer', path: '/confirm' });
    const abandoned = simulator.stripe.paymentIntents
      .confirm(intent.id, { payment_method: 'pm_card_slow' })
      .catch(() => null);
    await expect
      .poll(async () => (await simulator.stripe.paymentIntents.retrieve(intent.id)).status)
      .not.toBe('requires_payment_method');
    await simulator.restart();
    await abandoned;
    expect((await simulator.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
    expect((await simulator.ledger()).charges).toHaveLength(1);
  });
});
