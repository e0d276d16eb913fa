import { inBackground, stripeGateway } from '@karigar/bff/stripe-gateway';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { watched } from './testing/absent-reads.ts';
import { failure, TestSimulator, webhookSecret } from './testing/test-simulator.ts';
import { undocumented } from './testing/undocumented.ts';

const simulator = await TestSimulator.open();
const stripe = simulator.stripe;
afterAll(() => simulator.close());

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

describe('every answer is as Stripe documents it', () => {
  test('payments, in each of their states, their methods and charges', async () => {
    const ended = [
      await simulator.newIntent(),
      await simulator.paidIntent(),
      await simulator.paidIntent('pm_card_authenticationRequired'),
      await stripe.paymentIntents.cancel((await simulator.newIntent()).id),
    ];
    const declined = await failure(simulator.paidIntent('pm_card_chargeDeclined'));
    const list = await stripe.paymentIntents.list();
    const paid = await stripe.paymentIntents.retrieve(ended[1]?.id ?? '', { expand: ['latest_charge'] });
    expect(list.data.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['requires_payment_method', 'requires_action', 'succeeded', 'canceled']),
    );
    expect([...ended, list, paid, declined.payment_intent].flatMap((one) => undocumented(one))).toEqual([]);
  });

  test('refunds, disputes, movements of the balance, and the events of them all', async () => {
    const refunded = await simulator.paidIntent('pm_card_pendingRefund');
    const refund = await stripe.refunds.create({ payment_intent: refunded.id });
    await simulator.dashboard(`/test/refunds/${refund.id}/fail`, { reason: 'declined' });
    const disputed = await simulator.paidIntent('pm_card_createDispute');
    const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data;
    await simulator.dashboard(`/test/disputes/${dispute?.id}`, { status: 'won' });
    const lists = [
      await stripe.refunds.list(),
      await stripe.disputes.list(),
      await stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'] }),
      await stripe.events.list({ limit: 100 }),
    ];
    expect(lists.map(({ data }) => data.length > 0)).toEqual([true, true, true, true]);
    expect([refund, ...lists].flatMap((one) => undocumented(one))).toEqual([]);
  });

  test('errors', async () => {
    const paid = await simulator.paidIntent();
    const errors = [
      await failure(stripe.paymentIntents.retrieve('pi_nowhere')),
      await failure(stripe.paymentIntents.cancel(paid.id)),
      await failure(simulator.paidIntent('pm_card_chargeDeclinedInsufficientFunds')),
      await failure(stripe.refunds.create({ payment_intent: 'pi_nowhere' })),
      await failure(simulator.sdk('sk_test_other').paymentIntents.list()),
    ];
    for (const { raw } of errors) {
      const { headers: _, statusCode: __, requestId: ___, ...body } = raw as Record<string, unknown>;
      expect(undocumented(body, 'error')).toEqual([]);
    }
  });

  test('a field that Stripe does not know, or of another kind, is found', () => {
    expect(undocumented({ object: 'refund', colour: 'red', amount: '12' })).toEqual([
      'refund.colour is not documented',
      'refund.amount is not integer: "12"',
    ]);
  });
});

describe('what the shop reads is there', () => {
  test('the page finds state, words and question of its payment', async () => {
    const { id, client_secret } = await simulator.newIntent();
    const form = { client_secret: client_secret ?? '', payment_method: 'pm_card_authenticationRequired' };
    const asked = await simulator.browser(`/v1/payment_intents/${id}/confirm`, form);
    const declined = await simulator.browser(`/v1/payment_intents/${id}/confirm`, {
      ...form,
      payment_method: 'pm_card_chargeDeclined',
    });
    expect(asked.body).toMatchObject({
      id,
      status: 'requires_action',
      last_payment_error: null,
      next_action: { use_stripe_sdk: { stripe_js: expect.any(String) } },
    });
    expect(declined.body).toMatchObject({
      error: {
        type: 'card_error',
        message: expect.any(String),
        payment_intent: {
          id,
          status: 'requires_payment_method',
          last_payment_error: { message: expect.any(String) },
        },
      },
    });
    expect(undocumented(asked.body)).toEqual([]);
    expect(undocumented(declined.body.error, 'error')).toEqual([]);
  });

  test('the server’s adapter reads no field that is left out', async ({ onTestFinished }) => {
    const absent = new Set<string>();
    const parse = JSON.parse;
    const watching = vi
      .spyOn(JSON, 'parse')
      .mockImplementation((text, reviver) => watched(parse(text, reviver), absent));
    // Not all mocks: files share one process, and those of another file would bring back what they had replaced then.
    onTestFinished(() => watching.mockRestore());
    const gateway = stripeGateway(
      { secretKey: simulator.secretKey, webhookSecret, simulatorUrl: simulator.url },
      inBackground,
      { shop: async () => 'shop_1', now: async () => Date.now() },
    );
    const since = Date.now() - 1_000;
    const intent = await gateway.open(900, {});
    await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }));
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_refundFail' });
    await gateway.refund(intent.id, 'r', 'customer', {});
    const [refund] = await gateway.refunds(intent.id);
    await simulator.dashboard(`/test/refunds/${refund?.id}/fail`, {});
    const { id: disputedId } = await simulator.paidIntent('pm_card_createDispute');
    const read = {
      found: await gateway.find(intent.id),
      canceled: await gateway.cancel(intent.id),
      refunds: await gateway.refunds(intent.id),
      disputes: await gateway.disputes(disputedId),
      between: await all(gateway.between(since, Date.now() + 1_000)),
      events: await gateway.eventsSince(since),
      fees: await gateway.fees(since, Date.now() + 1_000),
    };
    expect(read).toMatchObject({ refunds: [{ status: 'failed' }], disputes: [{ status: 'needs_response' }] });
    expect(new Set(read.events.map(({ about }) => about))).toEqual(new Set(['paid', 'declined', 'returned']));
    const types = new Set(read.events.map(({ type }) => type));
    for await (const event of stripe.events.list({ limit: 100 })) {
      const payload = JSON.stringify(event);
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
      if (types.has(event.type)) await gateway.readEvent(payload, signature);
    }
    expect([...absent]).toEqual([]);
  });

  test('a field that is read and left out is found', () => {
    const absent = new Set<string>();
    const [refund] = watched({ object: 'list', data: [{ object: 'refund', id: 're_1' }] }, absent).data;
    expect((refund as { status?: string }).status).toBeUndefined();
    expect([...absent]).toEqual(['refund.status']);
  });
});
