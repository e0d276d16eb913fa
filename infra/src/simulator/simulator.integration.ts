import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

let simulator: TestSimulator;
beforeEach(async () => {
  simulator = await TestSimulator.open();
});
afterEach(() => simulator.close());

describe('payment intents through the stripe SDK', () => {
  test('an intent is made, read, listed and confirmed, and a charge stands in the ledger', async () => {
    const made = await simulator.newIntent();
    expect(made).toMatchObject({ status: 'requires_payment_method', amount: 1_200, currency: 'usd' });
    expect(made.lastResponse.requestId).toMatch(/^req_/);
    expect((await simulator.stripe.paymentIntents.retrieve(made.id)).metadata).toEqual({ orderId: 'o1' });
    const paid = await simulator.stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1_200 });
    expect(paid.metadata).toEqual({ orderId: 'o1' });
    const second = await simulator.newIntent();
    const firstPage = await simulator.stripe.paymentIntents.list({ limit: 1 });
    expect(firstPage.data.map(({ id }) => id)).toEqual([second.id]);
    const nextPage = await simulator.stripe.paymentIntents.list({ limit: 1, starting_after: second.id });
    expect(nextPage.data.map(({ id }) => id)).toEqual([made.id]);
    expect((await simulator.ledger()).charges).toMatchObject([
      { payment_intent: made.id, amount: 1_200, status: 'succeeded' },
    ]);
  });

  test('a paid intent can be neither paid again nor cancelled, and a cancelled one not paid', async () => {
    const paid = await simulator.newIntent();
    await simulator.stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' });
    for (const work of [
      simulator.stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
      simulator.stripe.paymentIntents.cancel(paid.id),
    ]) {
      const error = await failure(work);
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error.code).toBe('payment_intent_unexpected_state');
      expect(error.payment_intent?.status).toBe('succeeded');
    }
    const canceled = await simulator.newIntent();
    expect((await simulator.stripe.paymentIntents.cancel(canceled.id)).status).toBe('canceled');
    const error = await failure(
      simulator.stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
    );
    expect(error.code).toBe('payment_intent_unexpected_state');
    expect((await simulator.ledger()).charges).toHaveLength(1);
  });

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      'pm_card_chargeDeclinedInsufficientFunds',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      'incorrect_cvc',
      'incorrect_cvc',
      "Your card's security code is incorrect.",
    ],
  ])(
    '%s fails with the card error %s / %s, and another card still pays',
    async (method, code, decline, text) => {
      const intent = await simulator.newIntent();
      const error = await failure(
        simulator.stripe.paymentIntents.confirm(intent.id, { payment_method: method }),
      );
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
      expect(error).toMatchObject({ code, decline_code: decline, message: text, statusCode: 402 });
      expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
      const paid = await simulator.stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
      });
      expect(paid.status).toBe('succeeded');
      expect((await simulator.ledger()).charges.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    },
  );

  test('faults of the request are named as Stripe names them', async () => {
    const unknown = await failure(simulator.stripe.paymentIntents.retrieve('pi_nowhere'));
    expect(unknown).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(unknown).toMatchObject({ code: 'resource_missing', statusCode: 404 });
    expect(await failure(simulator.newIntent(undefined, 49))).toMatchObject({
      code: 'amount_too_small',
      statusCode: 400,
    });
    expect(await failure(simulator.newIntent(undefined, 100_000_000))).toMatchObject({
      code: 'amount_too_large',
    });
    const stranger = simulator.sdk('sk_test_other');
    expect(await failure(stranger.paymentIntents.list())).toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    await simulator.control('POST', '/test/faults', { effect: 'error' });
    expect(await failure(simulator.stripe.paymentIntents.list())).toBeInstanceOf(
      Stripe.errors.StripeAPIError,
    );
  });
});

describe('idempotency keys', () => {
  test('the same key with the same request gives the same answer, with another one an idempotency error', async () => {
    const first = await simulator.newIntent('k1');
    const again = await simulator.newIntent('k1');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect(await failure(simulator.newIntent('k1', 1_300))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  test('a decline is repeated under its key, a fault of the parameters is not remembered', async () => {
    const intent = await simulator.newIntent();
    const confirm = () =>
      simulator.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'c1' },
      );
    expect((await failure(confirm())).code).toBe('card_declined');
    expect((await failure(confirm())).code).toBe('card_declined');
    expect((await simulator.ledger()).charges).toHaveLength(1);
    expect((await failure(simulator.newIntent('k2', 10))).code).toBe('amount_too_small');
    expect((await simulator.newIntent('k2', 1_000)).amount).toBe(1_000);
  });

  test('two requests at once under one key do the work once', async () => {
    const intent = await simulator.newIntent();
    const confirm = () =>
      simulator.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_slow' },
        { idempotencyKey: 'c2' },
      );
    const results = await Promise.allSettled([confirm(), confirm()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await simulator.ledger()).charges).toHaveLength(1);
  });
});
