import { isDeleted, type OrderDocument } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { opsEntries } from '../ops.ts';
import { differences } from './testing/money-adds-up.ts';
import { newPerson, TestShop, unitPrice } from './testing/test-shop.ts';

const stock = 100;
const whole = unitPrice * 100;
let toolId: string;
let orderIds: string[];

const shop = await TestShop.start();
afterAll(() => shop.stop());
beforeEach(async () => {
  toolId = await shop.newTool(stock);
  orderIds = [];
  shop.notices.length = 0;
  await shop.simulator.control('DELETE', '/test/faults');
  await shop.simulator.control('PUT', '/test/webhooks', { held: true });
});

const paidOrder = async (method?: string) => {
  const order = await shop.paidOrder(toolId, { method });
  orderIds.push(order.id);
  return order;
};
const read = async (id: string): Promise<OrderDocument> => {
  const order = await shop.log.order(id);
  if (order === null || isDeleted(order)) throw new Error(`${id} is gone`);
  return order;
};
const notesOf = async (intentId: string, kind: string) =>
  (await opsEntries(shop.log.redis, 500)).filter(
    (entry) => entry.kind === kind && entry.detail.intentId === intentId,
  );
const counted = (outcome: string) => shop.notices.filter((one) => one === outcome).length;
const moneyAddsUp = async () => expect(await differences(shop, orderIds, { id: toolId, stock })).toEqual([]);
const failAtTheProvider = async (intentId: string, reason: string) => {
  const made = (await shop.simulator.ledger()).refunds.find((one) => one.payment_intent === intentId);
  await shop.simulator.dashboard(`/test/refunds/${made?.id}/fail`, { reason });
};
/** Has all held messages delivered, `copies` times each and in any order within `jitterMs`. */
const delivered = async (faults: { copies?: number; jitterMs?: number } = {}) => {
  await shop.simulator.control('PUT', '/test/webhooks', faults);
  await shop.simulator.control('POST', '/test/webhooks/flush');
  const undelivered = async () => (await shop.simulator.ledger()).undelivered;
  await expect.poll(undelivered).toBe(0);
};

describe('a refund that the shop asks for', () => {
  test('is recorded as pending money and stays whatever its messages say, three times and late', async () => {
    const { id } = await paidOrder('pm_card_pendingRefund');
    expect(await shop.refund(id)).toMatchObject({
      status: 'refunded',
      refund: { amount: whole, restocked: true },
      refundRequest: null,
    });
    const version = (await read(id)).version;
    await delivered({ copies: 3, jitterMs: 50 });
    expect((await read(id)).version).toBe(version);
    expect(counted('refunded')).toBe(1);
    await moneyAddsUp();
  });

  test('that fails days later is told once, counts as the shop’s money, and can be asked anew', async () => {
    const { id, intentId } = await paidOrder();
    await shop.refund(id);
    await failAtTheProvider(intentId, 'lost_or_stolen_card');
    await delivered();
    expect(await read(id)).toMatchObject({
      status: 'refunded',
      refund: { amount: 0 },
      refundFailure: { reason: 'lost_or_stolen_card' },
    });
    const [note, ...more] = await notesOf(intentId, 'refund.failed');
    expect(note?.why).toContain('lost or stolen');
    expect(more).toEqual([]);
    expect(counted('refund-refused')).toBe(1);
    await moneyAddsUp();
    expect(await shop.refund(id)).toMatchObject({ refund: { amount: whole }, refundFailure: null });
    await moneyAddsUp();
  });

  test('that the provider refuses is told once, with what to do, and takes nothing from the stock', async () => {
    const { id, intentId } = await paidOrder();
    await shop.simulator.dashboard('/test/disputes', { payment_intent: intentId, reason: 'fraudulent' });
    for (let again = 0; again < 2; again += 1)
      await expect(shop.refund(id)).rejects.toMatchObject({
        code: 'REFUND_REFUSED',
        message: expect.stringContaining('Answer the dispute'),
      });
    expect(await read(id)).toMatchObject({ refund: null, refundFailure: { reason: 'charge_disputed' } });
    // Each request is a try of its own.
    expect(await notesOf(intentId, 'refund.failed')).toHaveLength(2);
    expect(counted('refund-refused')).toBe(2);
    await moneyAddsUp();
  });

  test('that the provider knows from before a restored backup is refused in words, and goes through when asked again', async () => {
    const { id, intentId } = await paidOrder();
    await shop.simulator.control('POST', '/test/refunds/refuse', { code: 'insufficient_funds', times: 1 });
    const { background } = shop.parts;
    const refused = await background.refund(intentId, `refund:${intentId}:1`, 'other', {});
    expect(refused).toBe('insufficient_funds');
    await expect(shop.refund(id)).rejects.toThrow('restored backup');
    expect(await shop.refund(id)).toMatchObject({ refund: { amount: whole }, refundFailure: null });
    await moneyAddsUp();
  });

  test('is finished by the watch when the provider took it without a word, and made once', async () => {
    const { id } = await paidOrder();
    const silent = { ...shop.parts, background: shop.simulator.gateway(300, 0, shop.log) };
    await shop.simulator.control('POST', '/test/faults', {
      effect: 'no-answer',
      method: 'POST',
      path: '/v1/refunds',
    });
    expect(await shop.refund(id, silent)).toMatchObject({ refund: null, refundRequest: { attempt: 1 } });
    expect(await shop.finishRefunds()).toBe(1);
    expect(await shop.finishRefunds()).toBe(0);
    expect(await read(id)).toMatchObject({ refund: { amount: whole }, refundRequest: null });
    await moneyAddsUp();
  });
});

describe('a refund made at the provider’s', () => {
  test.each([
    ['of a part leaves the order to be shipped', 300, 'paid'],
    ['of all the money ends the order without a word from the shop; its pieces stay away', whole, 'refunded'],
  ])('%s', async (_, amount, status) => {
    const { id, intentId } = await paidOrder();
    await shop.simulator.dashboard('/test/refunds', { payment_intent: intentId, amount });
    await delivered();
    expect(await read(id)).toMatchObject({ status, refund: { amount, restocked: false } });
    await moneyAddsUp();
  });

  test.each([
    ['a part, of which the shop has heard', 300, true],
    ['a part that nobody told us of', 300, false],
    ['all, faster than the shop’s own request', whole, false],
  ])('of %s leaves the rest to the shop, and the pieces return', async (_, amount, isTold) => {
    const { id, intentId } = await paidOrder();
    await shop.simulator.dashboard('/test/refunds', { payment_intent: intentId, amount });
    if (isTold) await delivered();
    expect(await shop.refund(id)).toMatchObject({
      ...{ status: 'refunded', refundRequest: null, refundFailure: null },
      refund: { amount: whole, restocked: true },
    });
    expect(await shop.log.stock([toolId])).toEqual([stock]);
    await moneyAddsUp();
  });

  test('before the shop has heard of the payment makes the order paid first', async () => {
    const person = newPerson();
    const { id } = await shop.newOrder(toolId, person);
    orderIds.push(id);
    const intent = await shop.open(id, person);
    await shop.simulator.pay(intent);
    await shop.simulator.dashboard('/test/refunds', { payment_intent: intent.id });
    await delivered();
    expect(await read(id)).toMatchObject({ status: 'refunded', refund: { amount: whole } });
    await moneyAddsUp();
  });

  test('of money that another payment made needless is nothing of the order’s', async () => {
    const person = newPerson();
    const { id } = await shop.newOrder(toolId, person);
    const needless = await shop.open(id, person);
    await shop.simulator.pay(needless);
    const origin = { actor: 'ops:test', correlationId: 'test' };
    await shop.log.pay({ orderId: id, transactionId: 'pi_paid_elsewhere', ...origin });
    await expect(shop.claim(id, needless.id, person)).rejects.toMatchObject({ code: 'ORDER_PAID' });
    await failAtTheProvider(needless.id, 'declined');
    await delivered();
    expect(await read(id)).toMatchObject({ status: 'paid', refund: null, refundFailure: null });
    // Money that nobody owes did not arrive: a person has to see to it.
    expect(await notesOf(needless.id, 'payment.refund-refused')).toHaveLength(1);
  });
});

describe('a dispute', () => {
  test('is followed to its end, whatever the order of its messages, and each step is told once', async () => {
    const { id, intentId } = await paidOrder();
    const dispute = await shop.simulator.dashboard('/test/disputes', {
      payment_intent: intentId,
      reason: 'product_not_received',
    });
    await shop.reconcile();
    expect(await read(id)).toMatchObject({
      dispute: { id: dispute.id, status: 'needs_response', amount: whole, open: true },
    });
    await shop.simulator.dashboard(`/test/disputes/${dispute.id}`, { status: 'under_review' });
    await shop.simulator.dashboard(`/test/disputes/${dispute.id}`, { status: 'won' });
    await delivered({ copies: 3, jitterMs: 80 });
    expect(await read(id)).toMatchObject({ dispute: { status: 'won', open: false } });
    const told = await notesOf(intentId, 'payment.disputed');
    expect(told.map(({ detail }) => detail.status)).toEqual(['won', 'needs_response']);
  });

  test('that is open is not hidden by a newer one that is closed', async () => {
    const { id, intentId } = await paidOrder();
    const [open, newer] = [
      await shop.simulator.dashboard('/test/disputes', { payment_intent: intentId }),
      await shop.simulator.dashboard('/test/disputes', { payment_intent: intentId }),
    ];
    await shop.simulator.dashboard(`/test/disputes/${newer.id}`, { status: 'won' });
    await delivered();
    expect(await read(id)).toMatchObject({ dispute: { id: open.id, open: true } });
    await shop.simulator.dashboard(`/test/disputes/${open.id}`, { status: 'lost' });
    await delivered();
    expect(await read(id)).toMatchObject({ dispute: { id: newer.id, open: false } });
  });

  test('of a payment that pays no order is told to the operators', async () => {
    const unbound = await shop.openUnbound(newPerson(), unitPrice);
    await shop.simulator.pay(unbound);
    await shop.simulator.dashboard('/test/disputes', { payment_intent: unbound.id, reason: 'fraudulent' });
    await delivered();
    expect(await notesOf(unbound.id, 'payment.disputed')).toHaveLength(1);
  });
});
