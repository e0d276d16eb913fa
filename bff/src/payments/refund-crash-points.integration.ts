import { isDeleted } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { followMoney } from './follow-money.ts';
import { GatewayUnavailableError } from './payment-gateway.ts';
import { differences } from './testing/money-adds-up.ts';
import { Crash, dyingBefore, partsWith } from './testing/parts-with.ts';
import { TestShop, unitPrice } from './testing/test-shop.ts';

const stock = 100;
const whole = unitPrice * 100;
let toolId: string;
let order: { id: string; intentId: string };

const shop = await TestShop.start();
await shop.simulator.control('PUT', '/test/webhooks', { held: true });
afterAll(() => shop.stop());
beforeEach(async () => {
  toolId = await shop.newTool(stock);
  order = await shop.paidOrder(toolId);
});

const now = async () => {
  const found = await shop.log.order(order.id);
  return found === null || isDeleted(found) ? null : found;
};
const refundsMade = async () =>
  (await shop.simulator.ledger()).refunds.filter((one) => one.payment_intent === order.intentId);
const failAtTheProvider = async () => {
  for (const { id, status } of await refundsMade())
    if (status !== 'failed')
      await shop.simulator.dashboard(`/test/refunds/${id}/fail`, { reason: 'declined' });
};
const moneyAddsUp = async () =>
  expect(await differences(shop, [order.id], { id: toolId, stock })).toEqual([]);
/** The note follows the audit entry. */
const isSecond = () => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls === 2;
  };
};
const records = (type: string) => (args: readonly unknown[]) => (args[1] as { type: string }).type === type;

describe('a process that dies while it gives money back', () => {
  test.each([
    ['before it asks the provider', 'refund', undefined],
    ['between the provider’s answer and its record', 'afterPayment', records('record-refund')],
    ['before it looks again', 'refunds', undefined],
  ] as const)('%s leaves the rest to the watch, and one refund', async (_, step, when) => {
    const dying = dyingBefore(shop.parts, step, when);
    await expect(shop.refund(order.id, dying)).rejects.toBeInstanceOf(Crash);
    await shop.finishRefunds();
    expect(await now()).toMatchObject({ refund: { amount: whole, restocked: true }, refundRequest: null });
    expect(await refundsMade()).toHaveLength(1);
    await moneyAddsUp();
  });

  test.each([
    ['before it tells of the provider’s refusal', 'run', isSecond()],
    ['between telling of it and its record', 'afterPayment', records('fail-refund')],
  ] as const)('%s tells of it once', async (_, step, when) => {
    const code = 'insufficient_funds';
    await shop.simulator.control('POST', '/test/refunds/refuse', { code, times: 1 });
    const dying = dyingBefore(shop.parts, step, when);
    await expect(shop.refund(order.id, dying)).rejects.toBeInstanceOf(Crash);
    expect(await now()).toMatchObject({ refundRequest: { attempt: 1 }, refundFailure: null });
    await shop.finishRefunds();
    expect(await now()).toMatchObject({ refundRequest: null, refundFailure: { reason: code } });
    expect(await shop.toldAbout(order.intentId)).toEqual(['refund.failed']);
    await moneyAddsUp();
  });

  test('between telling of a dispute and its record does both, once', async () => {
    await shop.simulator.dashboard('/test/disputes', {
      payment_intent: order.intentId,
      reason: 'fraudulent',
    });
    const dying = dyingBefore(shop.parts, 'afterPayment', records('record-dispute'));
    await expect(shop.reconcile(undefined, dying)).rejects.toBeInstanceOf(Crash);
    await shop.reconcile(Date.now() + 60_000);
    expect(await now()).toMatchObject({ dispute: { status: 'needs_response' } });
    expect(await shop.toldAbout(order.intentId)).toEqual(['payment.disputed']);
  });
});

test('a provider that falls silent after it took the refund leaves the rest to the watch', async () => {
  const silent = partsWith(shop.parts, 'refunds', () =>
    Promise.reject(new GatewayUnavailableError(new Error('silent'))),
  );
  expect(await shop.refund(order.id, silent)).toMatchObject({ refund: null, refundRequest: { attempt: 1 } });
  expect(await shop.finishRefunds()).toBe(1);
  expect(await now()).toMatchObject({ status: 'refunded', refund: { amount: whole }, refundRequest: null });
  expect(await refundsMade()).toHaveLength(1);
  await moneyAddsUp();
});

describe('a refund that fails', () => {
  test('before the shop has heard that it was taken ends the request', async () => {
    const dying = dyingBefore(shop.parts, 'afterPayment', records('record-refund'));
    await expect(shop.refund(order.id, dying)).rejects.toBeInstanceOf(Crash);
    await failAtTheProvider();
    await shop.reconcile();
    expect(await now()).toMatchObject({
      refund: null,
      refundRequest: null,
      refundFailure: { reason: 'declined' },
    });
    await moneyAddsUp();
  });

  test('between the provider’s answer and its record is not taken for gone', async () => {
    const slow = partsWith(shop.parts, 'refund', async (call, args) => {
      const answer = await call(...args);
      await failAtTheProvider();
      await shop.reconcile();
      return answer;
    });
    await expect(shop.refund(order.id, slow)).rejects.toMatchObject({ code: 'REFUND_REFUSED' });
    expect(await now()).toMatchObject({ refund: null, refundFailure: { reason: 'declined' } });
    await moneyAddsUp();
  });

  test('between a look at the provider’s list and its record is not taken for gone either', async () => {
    await shop.simulator.dashboard('/test/refunds', { payment_intent: order.intentId });
    const slow = partsWith(shop.parts, 'refunds', async (call, args) => {
      const answer = await call(...args);
      await failAtTheProvider();
      return answer;
    });
    const before = await now();
    if (before) await followMoney(slow, before, { actor: 'system:test', correlationId: 'test' });
    expect(await now()).toMatchObject({ refund: { amount: 0 }, refundFailure: { reason: 'declined' } });
    await moneyAddsUp();
  });
});
