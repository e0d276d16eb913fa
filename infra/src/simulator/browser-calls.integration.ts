import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestSimulator } from './testing/test-simulator.ts';

let simulator: TestSimulator;
beforeEach(async () => {
  simulator = await TestSimulator.open();
});
afterEach(() => simulator.close());

describe('what a browser may do', () => {
  const card = (number: string) => ({
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '40',
    'card[cvc]': '123',
    'billing_details[name]': 'Rahim',
  });

  test('it makes a payment method and pays with the client secret, and only with it', async () => {
    const intent = await simulator.newIntent();
    const method = await simulator.browser('/v1/payment_methods', card('4242 4242 4242 4242'));
    expect(method).toMatchObject({ status: 200, body: { card: { brand: 'visa', last4: '4242' } } });
    const path = `/v1/payment_intents/${intent.id}/confirm`;
    const stranger = await simulator.browser(path, {
      payment_method: method.body.id ?? '',
      client_secret: 'guess',
    });
    expect(stranger.status).toBe(400);
    const paid = await simulator.browser(path, {
      payment_method: method.body.id ?? '',
      client_secret: intent.client_secret ?? '',
    });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(paid.body).not.toHaveProperty('metadata');
    expect((await simulator.browser('/v1/refunds', { payment_intent: intent.id })).status).toBe(401);
  });

  test.each([
    ['4000002500003155', 'accept', 'succeeded'],
    ['4000002760003184', 'refuse', 'requires_payment_method'],
  ])('card %s is challenged; %s ends in %s', async (number, outcome, status) => {
    const intent = await simulator.newIntent();
    const secret = intent.client_secret ?? '';
    const method = await simulator.browser('/v1/payment_methods', card(number));
    const asked = await simulator.browser(`/v1/payment_intents/${intent.id}/confirm`, {
      payment_method: method.body.id ?? '',
      client_secret: secret,
    });
    expect(asked.body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    });
    const ended = await simulator.browser(`/v1/payment_intents/${intent.id}/challenge`, {
      outcome,
      client_secret: secret,
    });
    expect(ended).toMatchObject({ status: 200, body: { status } });
    if (outcome === 'refuse') {
      expect(ended.body).toMatchObject({
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      });
    }
  });

  test.each([
    [card('4242424242424241'), 'incorrect_number'],
    [{ ...card('4242424242424242'), 'card[exp_year]': '19' }, 'invalid_expiry_year'],
    [{ ...card('4242424242424242'), 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    [{ ...card('4242424242424242'), 'card[cvc]': '1' }, 'invalid_cvc'],
  ])('a card form with a fault gets a card error that names it (%#)', async (form, code) => {
    const answer = await simulator.browser('/v1/payment_methods', form);
    expect(answer).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } });
  });

  test('the slow card is processing for a while and then has paid', async () => {
    const intent = await simulator.newIntent();
    const slow = simulator.browser(`/v1/payment_intents/${intent.id}/confirm`, {
      payment_method: 'pm_card_slow',
      client_secret: intent.client_secret ?? '',
    });
    await expect
      .poll(async () => (await simulator.stripe.paymentIntents.retrieve(intent.id)).status)
      .not.toBe('requires_payment_method');
    expect((await slow).body).toMatchObject({ status: 'succeeded' });
  });
});
