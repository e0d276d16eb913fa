import type Stripe from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

let stripe: Stripe;
const paid: Stripe.PaymentIntent[] = [];
const simulator = await TestSimulator.open();
stripe = simulator.stripe;
for (let count = 0; count < 5; count += 1) paid.push(await simulator.paidIntent());
afterAll(() => simulator.close());

describe('lists', () => {
  test('starting_after an unknown object is refused', async () => {
    const cursor = 'starting_after';
    for (const list of [
      stripe.paymentIntents.list({ [cursor]: 'pi_nowhere' }),
      stripe.refunds.list({ [cursor]: 're_nowhere' }),
      stripe.disputes.list({ [cursor]: 'du_nowhere' }),
      stripe.events.list({ [cursor]: 'evt_nowhere' }),
      stripe.balanceTransactions.list({ [cursor]: 'txn_nowhere' }),
    ]) {
      expect(await failure(list)).toMatchObject({ statusCode: 400, code: 'resource_missing', param: cursor });
    }
  });

  test.each([
    [{ limit: 101 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ customer: 'cus_1' }, 'customer'],
    [{ created: { since: 1 } }, 'created[since]'],
    [{ expand: ['data.latest_charge'] }, 'expand'],
  ])('%j is refused', async (params, param) => {
    expect(await failure(stripe.paymentIntents.list(params as object))).toMatchObject({
      statusCode: 400,
      param,
    });
  });

  test('pages go from new to old', async () => {
    const down: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) down.push(id);
    expect(down).toEqual(paid.map(({ id }) => id).toReversed());
  });

  test('created is a range', async () => {
    const { created } = paid[0] ?? { created: 0 };
    const ids = async (bounds: Stripe.PaymentIntentListParams['created']) =>
      (await stripe.paymentIntents.list(bounds === undefined ? {} : { created: bounds })).data.map(
        ({ id }) => id,
      );
    expect(await ids({ lt: created })).toEqual([]);
    expect(await ids({ gte: created })).toHaveLength(5);
  });
});

describe('the list of events', () => {
  test('holds each event as it was sent, by type', async () => {
    const types = ['payment_intent.succeeded'];
    const { data } = await stripe.events.list({ types, limit: 100 });
    expect(data.map((event) => (event.data.object as Stripe.PaymentIntent).id)).toEqual(
      paid.map(({ id }) => id).toReversed(),
    );
    expect((await stripe.events.list({ types: ['charge.dispute.created'] })).data).toEqual([]);
  });

  test('keeps them over a restart, delivered ones too', async () => {
    const before = await stripe.events.list({ limit: 100 });
    await simulator.restart();
    stripe = simulator.stripe;
    expect((await stripe.events.list({ limit: 100 })).data).toEqual(before.data);
  });

  test('takes at most twenty types, and none that is never told', async () => {
    const many = Array.from({ length: 21 }, (_, place) => `type.${place}`);
    expect(await failure(stripe.events.list({ types: many }))).toMatchObject({ param: 'types' });
    expect(await failure(stripe.events.list({ types: ['payout.paid'] }))).toMatchObject({ param: 'types' });
  });
});

describe('the balance', () => {
  test('tells what a payment brought, and what its refund took', async () => {
    const intent = await simulator.paidIntent('pm_card_visa', 10_000);
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 4_000 });
    const { data } = await stripe.balanceTransactions.list({ limit: 2, expand: ['data.source'] });
    expect(data).toMatchObject([
      {
        type: 'refund',
        amount: -4_000,
        fee: 0,
        net: -4_000,
        source: { id: refund.id, payment_intent: intent.id },
      },
      { type: 'charge', amount: 10_000, fee: 320, net: 9_680, source: { payment_intent: intent.id } },
    ]);
    expect(data[1]).toMatchObject({ status: 'pending', fee_details: [{ amount: 320, type: 'stripe_fee' }] });
  });
});

describe('expand', () => {
  test('puts the object in the place of its id', async () => {
    const read = await stripe.paymentIntents.retrieve(paid[0]?.id ?? '', { expand: ['latest_charge'] });
    expect(read.latest_charge).toMatchObject({ object: 'charge', payment_intent: read.id });
  });

  test.each(['colour', 'currency', 'payment_method', 'latest_charge.balance_transaction'])(
    '%s is refused',
    async (path) => {
      const error = await failure(stripe.paymentIntents.retrieve(paid[0]?.id ?? '', { expand: [path] }));
      expect(error).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' });
    },
  );
});
