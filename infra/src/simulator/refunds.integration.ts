import type Stripe from 'stripe';
import { afterAll, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

const simulator = await TestSimulator.open();
const stripe = simulator.stripe;
afterAll(() => simulator.close());

const refund = (payment_intent: string, params: Stripe.RefundCreateParams = {}) =>
  stripe.refunds.create({ payment_intent, ...params });
const charge = async (intent: Stripe.PaymentIntent) =>
  (await simulator.ledger()).charges.find(({ id }) => id === intent.latest_charge);
/** The types of all events about a refund, oldest first. */
const told = async (refundId: string) => {
  const types: string[] = [];
  for await (const { type, data } of stripe.events.list({ limit: 100 })) {
    if ((data.object as { id: string }).id === refundId) types.unshift(type);
  }
  return types;
};

describe('refunds', () => {
  test('a refund of a part leaves the rest to refund, and never more', async () => {
    const intent = await simulator.paidIntent();
    const part = await refund(intent.id, {
      amount: 500,
      reason: 'requested_by_customer',
      metadata: { note: 'n' },
    });
    expect(part).toMatchObject({ amount: 500, status: 'succeeded', metadata: { note: 'n' } });
    expect(await charge(intent)).toMatchObject({ amount_refunded: 500, refunded: false });
    expect(await failure(refund(intent.id, { amount: 701 }))).toMatchObject({ code: 'amount_too_large' });
    expect(await refund(intent.id)).toMatchObject({ amount: 700 });
    expect(await charge(intent)).toMatchObject({ amount_refunded: 1_200, refunded: true });
    expect(await failure(refund(intent.id))).toMatchObject({ code: 'charge_already_refunded' });
  });

  test.each([
    [{ reason: 'bored' }, 'reason'],
    [{ amount: 0 }, 'amount'],
    [{ metadata: 'text' }, 'metadata'],
    [{ colour: 'red' }, 'colour'],
  ])('%j is refused by name', async (params, param) => {
    const intent = await simulator.paidIntent();
    expect(await failure(refund(intent.id, params as Stripe.RefundCreateParams))).toMatchObject({
      statusCode: 400,
      param,
    });
  });

  test('nobody refunds a payment that is not there, not paid, or declined', async () => {
    expect(await failure(refund('pi_nowhere'))).toMatchObject({ code: 'resource_missing' });
    const open = await simulator.newIntent();
    expect(await failure(refund(open.id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
    await failure(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_chargeDeclined' }));
    expect(await failure(refund(open.id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  test('the card of pending refunds keeps one waiting, and it succeeds later', async () => {
    const intent = await simulator.paidIntent('pm_card_pendingRefund');
    const waiting = await refund(intent.id);
    expect(waiting).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await expect.poll(async () => (await stripe.refunds.retrieve(waiting.id)).status).toBe('succeeded');
    expect(await told(waiting.id)).toEqual(['refund.created', 'refund.updated']);
  });

  test('the card that takes no refund sends it back later: the charge counts again', async () => {
    const intent = await simulator.paidIntent('pm_card_refundFail');
    const taken = await refund(intent.id);
    expect(taken.status).toBe('succeeded');
    await expect.poll(async () => (await stripe.refunds.retrieve(taken.id)).status).toBe('failed');
    const failed = await stripe.refunds.retrieve(taken.id);
    expect(failed.failure_reason).toBe('expired_or_canceled_card');
    const { data } = await stripe.balanceTransactions.list({ limit: 100 });
    expect(data.find(({ id }) => id === failed.failure_balance_transaction)).toMatchObject({
      amount: 1_200,
      type: 'refund_failure',
      source: taken.id,
    });
    expect(await charge(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await told(taken.id)).toEqual(['refund.created', 'refund.updated', 'refund.failed']);
  });

  test('what was to change later changes after a restart', async () => {
    const other = await TestSimulator.open();
    try {
      const { id } = await other.paidIntent('pm_card_pendingRefund');
      const waiting = await other.stripe.refunds.create({ payment_intent: id });
      await other.restart();
      await expect
        .poll(async () => (await other.stripe.refunds.retrieve(waiting.id)).status)
        .toBe('succeeded');
    } finally {
      await other.close();
    }
  });
});

describe('refunds by the test controls', () => {
  test('one from the dashboard carries no metadata, and can be made to fail', async () => {
    const intent = await simulator.paidIntent();
    const made = await simulator.dashboard<Stripe.Refund>('/test/refunds', {
      payment_intent: intent.id,
      amount: 300,
    });
    expect(await stripe.refunds.retrieve(made.id)).toMatchObject({ amount: 300, metadata: {}, reason: null });
    await simulator.dashboard(`/test/refunds/${made.id}/fail`, { reason: 'lost_or_stolen_card' });
    const { data } = await stripe.refunds.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ status: 'failed', failure_reason: 'lost_or_stolen_card' }]);
    const again = await simulator.control('POST', `/test/refunds/${made.id}/fail`, {});
    expect(again.status).toBe(400);
  });

  test('the next creations are refused, and a repeated key repeats the refusal', async () => {
    expect((await simulator.control('POST', '/test/refunds/refuse', { times: 1 })).status).toBe(400);
    const intent = await simulator.paidIntent();
    await simulator.control('POST', '/test/refunds/refuse', { code: 'insufficient_funds', times: 1 });
    const ask = (idempotencyKey: string) =>
      stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey });
    expect(await failure(ask('first'))).toMatchObject({ code: 'insufficient_funds', statusCode: 400 });
    expect(await failure(ask('first'))).toMatchObject({ code: 'insufficient_funds' });
    expect((await ask('second')).status).toBe('succeeded');
  });
});
