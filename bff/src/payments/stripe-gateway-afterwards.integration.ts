import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayEvent, givenBack } from './payment-gateway.ts';
import type { PaymentGateway } from './stripe-gateway.ts';
import { TestSimulator } from './testing/test-simulator.ts';

const amount = 1_500;
let simulator: TestSimulator;
let gateway: PaymentGateway;
let count = 0;

beforeAll(async () => {
  simulator = await TestSimulator.start();
  gateway = simulator.gateway(5_000);
});
afterAll(() => simulator.stop());
beforeEach(() => simulator.control('DELETE', '/test/faults'));

const open = async () => {
  const key = `key-${++count}`;
  return gateway.open({ amount, description: 'an order', metadata: { orderId: key } });
};
const paid = async (method?: string) => {
  const intent = await open();
  await simulator.pay(intent, method);
  return intent;
};
const refundOf = (intentId: string, attempt = 1) => ({
  intentId,
  key: `refund:${intentId}:${attempt}`,
  reason: 'customer' as const,
  metadata: { attempt: String(attempt) },
});

describe('giving money back', () => {
  test('gives all of a payment back once per key, and tells of it', async () => {
    const { id } = await paid();
    expect(await gateway.refunds(id)).toEqual([]);
    const refund = await gateway.refund(refundOf(id));
    expect(refund).toMatchObject({ amount, status: 'succeeded', failure: null });
    expect(refund.metadata).toEqual({ attempt: '1' });
    expect(await gateway.refund(refundOf(id))).toEqual(refund);
    expect(await gateway.refunds(id)).toEqual([refund]);
    await expect(gateway.refund(refundOf(id, 2))).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await expect(gateway.refund({ ...refundOf(id), reason: 'fraud' })).rejects.toMatchObject({
      code: 'key-spent',
    });
  });

  test('gives back what the dashboard has left of a payment, and lists both, the newest first', async () => {
    const { id } = await paid();
    await simulator.control('POST', '/test/refunds', { payment_intent: id, amount: 500 });
    const rest = await gateway.refund({ ...refundOf(id), reason: 'out-of-stock' });
    expect(rest.amount).toBe(amount - 500);
    const all = await gateway.refunds(id);
    expect(all.map(({ id: refundId }) => refundId)[0]).toBe(rest.id);
    expect(all[1]).toMatchObject({ amount: 500, metadata: {} });
    expect(givenBack(all)).toBe(amount);
  });

  test('shows a refund that came back as failed, also where its creation is repeated', async () => {
    const { id } = await paid();
    const { id: refundId } = await gateway.refund(refundOf(id));
    await simulator.control('POST', `/test/refunds/${refundId}/fail`, { reason: 'lost_or_stolen_card' });
    const failed = { id: refundId, status: 'failed', failure: 'lost_or_stolen_card' };
    expect(await gateway.refund(refundOf(id))).toMatchObject(failed);
    const all = await gateway.refunds(id);
    expect(all).toMatchObject([failed]);
    expect(givenBack(all)).toBe(0);
    expect(await gateway.refund(refundOf(id, 2))).toMatchObject({ status: 'succeeded' });
  });

  test('shows a refund that the bank has yet to take as pending, and counts it', async () => {
    const { id } = await paid('pm_card_pendingRefund');
    const refund = await gateway.refund(refundOf(id));
    expect(refund).toMatchObject({ status: 'pending', failure: null });
    expect(givenBack([refund])).toBe(amount);
  });

  test('tells in the provider’s word why it is refused, and another key may be taken later', async () => {
    const unpaid = await open();
    await expect(gateway.refund(refundOf(unpaid.id))).rejects.toMatchObject({
      name: 'GatewayRefusedError',
      code: 'payment_intent_unexpected_state',
    });
    await expect(gateway.refund(refundOf('pi_nowhere'))).rejects.toMatchObject({
      code: 'resource_missing',
    });
    const { id } = await paid();
    await simulator.control('POST', '/test/refunds/refuse', { code: 'charge_disputed', times: 1 });
    const refused = { code: 'charge_disputed' };
    await expect(gateway.refund(refundOf(id))).rejects.toMatchObject(refused);
    await expect(gateway.refund(refundOf(id))).rejects.toMatchObject(refused);
    expect(await gateway.refund(refundOf(id, 2))).toMatchObject({ amount });
  });
});

test('tells of a payment’s disputes as they stand now', async () => {
  const { id } = await paid();
  expect(await gateway.disputes(id)).toEqual([]);
  await simulator.control('POST', '/test/disputes', { payment_intent: id, reason: 'product_not_received' });
  const [dispute, ...others] = await gateway.disputes(id);
  expect(others).toEqual([]);
  expect(dispute).toMatchObject({
    amount,
    status: 'needs_response',
    reason: 'product_not_received',
  });
  await simulator.control('POST', `/test/disputes/${dispute?.id}`, { status: 'won' });
  expect(await gateway.disputes(id)).toMatchObject([{ id: dispute?.id, status: 'won' }]);
});

describe('the provider’s events', () => {
  const eventsSince = async (cursor: string | null, since = 0) => {
    const seen: GatewayEvent[] = [];
    for await (const event of gateway.eventsSince(cursor, since)) seen.push(event);
    return seen;
  };

  test('come oldest first, only those that the shop handles, and after a cursor only later ones', async () => {
    const cursor = (await eventsSince(null)).at(-1)?.id ?? null;
    const intent = await open();
    await simulator.pay(intent, 'pm_card_chargeDeclined');
    await simulator.pay(intent);
    await gateway.refund(refundOf(intent.id));
    const disputed = await paid('pm_card_createDispute');
    const ours = [intent.id, disputed.id];
    const all = await eventsSince(cursor);
    const seen = all.filter(({ intentId }) => ours.includes(intentId ?? ''));
    expect(seen.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['refund.created', 'charge.refunded', 'charge.dispute.created']),
    );
    expect(seen.slice(0, 2)).toMatchObject([
      { type: 'payment_intent.payment_failed', about: 'declined', intentId: intent.id },
      { type: 'payment_intent.succeeded', about: 'paid', intentId: intent.id, fingerprint: null },
    ]);
    expect(seen[0]?.fingerprint).toMatch(/\w/);
    expect(seen.find(({ type }) => type === 'refund.created')).toMatchObject({
      about: 'returned',
      intentId: intent.id,
      metadata: { attempt: '1' },
    });
    expect(seen.find(({ type }) => type === 'charge.dispute.created')).toMatchObject({
      about: 'returned',
      intentId: disputed.id,
    });
    expect(all.some(({ about }) => about === 'other')).toBe(false);
    const later = await eventsSince(seen[1]?.id ?? null);
    expect(later).toEqual(expect.arrayContaining(seen.slice(2)));
    expect(later).not.toContainEqual(seen[1]);
  });

  test('are all found, page by page, where the provider does not know the cursor', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 105; index += 1) ids.push((await paid()).id);
    for (const cursor of [null, 'evt_of_another_account']) {
      const seen = await eventsSince(cursor);
      const mine = seen.map(({ intentId }) => intentId ?? '').filter((id) => ids.includes(id));
      expect(mine).toEqual(ids);
    }
    expect(await eventsSince(null, Date.now() + 60_000)).toEqual([]);
  });
});

test('what payments, refunds and disputes have cost is told by payment', async () => {
  const from = Date.now() - 1_000;
  const intent = await paid();
  await gateway.refund(refundOf(intent.id));
  const disputed = await paid('pm_card_createDispute');
  const fees = await gateway.fees(from, Date.now() + 2_000);
  const cost = Math.round(amount * 0.029) + 30;
  expect([fees.get(intent.id), fees.get(disputed.id)]).toEqual([cost, cost + 1_500]);
});

test('a payment tells whether money of it went back or is disputed', async () => {
  const returned = async (id: string) => (await gateway.find(id))?.returned;
  const [whole, refunded, disputed] = [await paid(), await paid(), await paid('pm_card_createDispute')];
  await simulator.control('POST', '/test/refunds', { payment_intent: refunded.id, amount: 100 });
  const all = [await returned(whole.id), await returned(refunded.id), await returned(disputed.id)];
  expect(all).toEqual([false, true, true]);
});
