import Stripe from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.open();
afterAll(() => simulator.close());

type Created = Stripe.PaymentIntentCreateParams;
/** Calls that the SDK's types do not allow, as an older or careless shop would make them. */
const create = (params: object) =>
  simulator.stripe.paymentIntents.create({
    amount: 1_200,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    ...params,
  } as Created);

describe('what Stripe refuses of an intent', () => {
  test.each([
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported', 'payment_method_types'],
    [{ automatic_payment_methods: { enabled: true } }, 'parameter_unknown', 'automatic_payment_methods'],
    [{ description: '' }, 'parameter_invalid_empty', 'description'],
    [{ amount: '12.5' }, 'parameter_invalid_integer', 'amount'],
    [{ currency: { usd: 1 } }, undefined, 'currency'],
    [{ allowed_payment_method_types: ['paypal'] }, undefined, 'allowed_payment_method_types'],
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
    const shape = { amount: 700, currency: 'usd', allowed_payment_method_types: ['card' as const] };
    await failure(simulator.stripe.paymentIntents.create({ ...shape, colour: 'red' } as Created, options));
    expect((await simulator.stripe.paymentIntents.create(shape, options)).amount).toBe(700);
  });
});
