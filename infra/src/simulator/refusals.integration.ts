import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

let simulator: TestSimulator;
beforeAll(async () => {
  simulator = await TestSimulator.open();
});
afterAll(() => simulator.close());

type Created = Stripe.PaymentIntentCreateParams;
/** Calls that the SDK's types do not allow, as an older or careless shop would make them. */
const create = (params: object) =>
  simulator.stripe.paymentIntents.create({ amount: 1_200, currency: 'usd', ...params } as Created);

describe('what Stripe refuses of an intent', () => {
  test.each([
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported', 'payment_method_types'],
    [
      { automatic_payment_methods: { enabled: true, redirects: 'never' } },
      'parameter_unknown',
      'automatic_payment_methods[redirects]',
    ],
    [
      { automatic_payment_methods: { allow_redirects: 'never' } },
      'parameter_missing',
      'automatic_payment_methods[enabled]',
    ],
    [
      { allowed_payment_method_types: ['card'], automatic_payment_methods: { enabled: true } },
      'parameters_exclusive',
      'automatic_payment_methods',
    ],
    [{ description: '' }, 'parameter_invalid_empty', 'description'],
    [{ amount: '12.5' }, 'parameter_invalid_integer', 'amount'],
    [{ currency: { usd: 1 } }, undefined, 'currency'],
    [{ allowed_payment_method_types: 'card' }, undefined, 'allowed_payment_method_types'],
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, undefined, `metadata[${'k'.repeat(41)}]`],
    [{ metadata: { note: 'v'.repeat(501) } }, undefined, 'metadata[note]'],
  ])('%j is refused with 400 and the name of the parameter', async (params, code, param) => {
    const error = await failure(create(params));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param });
    expect(error.code).toBe(code);
  });

  test('a refused creation leaves its idempotency key free', async () => {
    const options = { idempotencyKey: 'free' };
    const shape = { amount: 700, currency: 'usd' };
    await failure(simulator.stripe.paymentIntents.create({ ...shape, colour: 'red' } as Created, options));
    expect((await simulator.stripe.paymentIntents.create(shape, options)).amount).toBe(700);
  });

  test.each([
    ['nothing said of payment methods', {}],
    ['automatic methods with redirects', { automatic_payment_methods: { enabled: true } }],
  ])('%s: confirming needs a return_url', async (_, params) => {
    const { id } = await create(params);
    const confirmed = { payment_method: 'pm_card_visa' };
    const error = await failure(simulator.stripe.paymentIntents.confirm(id, confirmed));
    expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError', param: 'return_url' });
    const paid = await simulator.stripe.paymentIntents.confirm(id, {
      ...confirmed,
      return_url: 'https://karigar.example/back',
    });
    expect(paid.status).toBe('succeeded');
  });

  test.each([
    [
      'automatic methods without redirects',
      { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } },
    ],
    ['cards alone', { allowed_payment_method_types: ['card'] }],
  ])('%s: confirming needs none', async (_, params) => {
    const made = await create(params);
    expect(made.payment_method_types).toEqual(['card']);
    const paid = await simulator.stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
    expect(paid.status).toBe('succeeded');
  });
});
