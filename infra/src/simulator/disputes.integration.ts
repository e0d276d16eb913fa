import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failure, TestSimulator } from './testing/test-simulator.ts';

let simulator: TestSimulator;
let stripe: Stripe;
beforeAll(async () => {
  simulator = await TestSimulator.open();
  stripe = simulator.stripe;
});
afterAll(() => simulator.close());

const open = (payment_intent: string, more: object = {}) =>
  simulator.dashboard<Stripe.Dispute>('/test/disputes', { payment_intent, ...more });
const change = (id: string, status: string) =>
  simulator.dashboard<Stripe.Dispute>(`/test/disputes/${id}`, { status });
const movements = async (source: string) => {
  const { data } = await stripe.balanceTransactions.list({ limit: 100 });
  const moved = data.filter((one) => one.source === source).toReversed();
  return moved.map(({ amount, fee, net, type }) => ({ amount, fee, net, type }));
};
const disputeTypes = ['created', 'updated', 'closed'].map((what) => `charge.dispute.${what}`);

describe('disputes', () => {
  test('the card of disputes pays and is disputed at once; the charge cannot be refunded', async () => {
    const intent = await simulator.paidIntent('pm_card_createDispute');
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([
      {
        amount: 1_200,
        reason: 'fraudulent',
        status: 'needs_response',
        charge: intent.latest_charge,
        is_charge_refundable: false,
      },
    ]);
    const { charges } = await simulator.ledger();
    expect(charges.find(({ id }) => id === intent.latest_charge)).toMatchObject({ disputed: true });
    expect(await failure(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    });
  });

  test('a dispute that is won brings money and fee back, one that is lost does not', async () => {
    const won = await open((await simulator.paidIntent()).id, { reason: 'product_not_received' });
    const lost = await open((await simulator.paidIntent()).id);
    const withdrawn = { amount: -1_200, fee: 1_500, net: -2_700, type: 'adjustment' };
    await change(won.id, 'under_review');
    expect(await movements(won.id)).toEqual([withdrawn]);
    await change(won.id, 'won');
    await change(lost.id, 'lost');
    expect(await movements(won.id)).toEqual([
      withdrawn,
      { amount: 1_200, fee: -1_500, net: 2_700, type: 'adjustment' },
    ]);
    expect(await movements(lost.id)).toEqual([withdrawn]);
    const events = await stripe.events.list({ types: disputeTypes });
    const types = events.data.filter(({ data }) => (data.object as Stripe.Dispute).id === won.id);
    expect(types.map(({ type }) => type)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.updated',
      'charge.dispute.created',
    ]);
    const { disputes } = await simulator.ledger();
    expect(disputes.find(({ id }) => id === won.id)).toMatchObject({
      status: 'won',
      reason: 'product_not_received',
    });
  });

  test('an inquiry moves no money, and its charge can be refunded', async () => {
    const intent = await simulator.paidIntent('pm_card_createDisputeInquiry');
    const [inquiry] = (await stripe.disputes.list({ payment_intent: intent.id })).data;
    expect(inquiry).toMatchObject({ status: 'warning_needs_response', is_charge_refundable: true });
    expect(await movements(inquiry?.id ?? '')).toEqual([]);
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
    expect(await change(inquiry?.id ?? '', 'warning_closed')).toMatchObject({ balance_transactions: [] });
  });

  test('only a paid intent can be disputed, and nobody knows an invented dispute', async () => {
    const unpaid = await simulator.newIntent();
    const refused = await simulator.control('POST', '/test/disputes', { payment_intent: unpaid.id });
    expect(refused.status).toBe(400);
    expect((await simulator.control('POST', '/test/disputes/du_nowhere', { status: 'won' })).status).toBe(
      404,
    );
  });
});
