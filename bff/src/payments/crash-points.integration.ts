import { isDeleted } from '@karigar/events';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../identity/person.ts';
import { deleteOrder } from './delete-order.ts';
import { openForOrder } from './open-intent.ts';
import { throwFaults } from './payment-round.ts';
import { followMoney } from './refund-order.ts';
import { differences } from './testing/money-adds-up.ts';
import { Crash, dyingBefore, partsWith } from './testing/parts-with.ts';
import { newPerson, TestShop, unitPrice } from './testing/test-shop.ts';

const stock = 100;
const whole = unitPrice * 100;
const origin = { actor: 'system:test', correlationId: 'crash' };
let person: Person;
let toolId: string;

const shop = await TestShop.start();
await shop.simulator.control('PUT', '/test/webhooks', { held: true });
afterAll(() => shop.stop());
beforeEach(async () => {
  person = newPerson();
  toolId = await shop.newTool(stock);
});

const moneyAddsUp = async (orderId: string) =>
  expect(await differences(shop, [orderId], { id: toolId, stock })).toEqual([]);

test('a death between opening and registering an intent leaves one whose secret nobody knows', async () => {
  const order = await shop.newOrder(toolId, person);
  const dying = dyingBefore(shop.parts, 'registerIntent');
  await expect(openForOrder(dying, person, undefined, order.id, 'crash')).rejects.toBeInstanceOf(Crash);
  const { id } = await shop.open(order.id, person);
  expect(await shop.log.intent(order.id)).toBe(id);
  expect(await shop.open(order.id, person)).toMatchObject({ id });
});

test('two calls that open the payment of an order at once get the same one', async () => {
  const order = await shop.newOrder(toolId, person);
  const ask = (from: string, parts = shop.parts) => openForOrder(parts, person, from, order.id, 'test');
  let first: Awaited<ReturnType<typeof ask>> | undefined;
  const late = partsWith(shop.parts, 'registerIntent', async (call, args) => {
    first ??= await ask('home');
    return call(...args);
  });
  const second = await ask('work', late);
  expect(second.id).toBe(first?.id);
  const { intents } = await shop.simulator.ledger();
  const open = intents.filter(
    ({ metadata, status }) => metadata.orderId === order.id && status !== 'canceled',
  );
  expect(open.map(({ id }) => id)).toEqual([second.id]);
});

test('a death between cancelling the intent and deleting the order lets the delete be repeated, or the order be paid', async () => {
  for (const then of ['delete', 'pay'] as const) {
    const order = await shop.newOrder(toolId, person);
    await shop.open(order.id, person);
    const dying = dyingBefore(shop.parts, 'remove');
    await expect(deleteOrder(dying, order.id, 'customer', origin)).rejects.toBeInstanceOf(Crash);
    if (then === 'delete') expect(await shop.remove(order.id)).toEqual({ changed: true });
    else {
      const fresh = await shop.open(order.id, person);
      await shop.simulator.pay(fresh);
      expect(await shop.claim(order.id, fresh.id, person)).toEqual({ changed: true });
    }
    const ended = await shop.log.order(order.id);
    expect(ended).toMatchObject({ status: then === 'delete' ? 'deleted' : 'paid' });
  }
});

test('a death between the payment and its record is made good by the watch', async () => {
  const order = await shop.newOrder(toolId, person);
  const intent = await shop.open(order.id, person);
  await shop.simulator.pay(intent);
  const dying = dyingBefore(shop.parts, 'pay');
  await expect(shop.claim(order.id, intent.id, person, dying)).rejects.toBeInstanceOf(Crash);
  expect(await shop.reconcile()).toBe(1);
  await moneyAddsUp(order.id);
});

test('a death between the refund and telling of it tells of it once, and refunds once', async () => {
  const order = await shop.newOrder(toolId, person);
  const intent = await shop.open(order.id, person);
  await shop.simulator.pay(intent);
  await shop.log.remove({ orderId: order.id, reason: 'customer', expectedIntent: intent.id, ...origin });
  const dying = dyingBefore(shop.parts, 'run');
  await expect(shop.claim(order.id, intent.id, person, dying)).rejects.toBeInstanceOf(Crash);
  expect(await shop.toldAbout(intent.id)).toEqual([]);
  for (let again = 0; again < 2; again += 1)
    await expect(shop.claim(order.id, intent.id, person)).rejects.toMatchObject({ code: 'ORDER_GONE' });
  expect(await shop.toldAbout(intent.id)).toEqual(['payment.refunded']);
  const { refunds } = await shop.simulator.ledger();
  expect(refunds.filter((refund) => refund.payment_intent === intent.id)).toHaveLength(1);
  await moneyAddsUp(order.id);
});

test('an order with a fault of its own does not keep the others from expiring', async () => {
  const orders = await Promise.all([1, 2, 3].map(() => shop.newOrder(toolId, person)));
  const [, broken] = orders;
  const parts = partsWith(shop.parts, 'intent', (call, args) =>
    args[0] === broken?.id ? Promise.reject(new Error('cannot be read')) : call(...args),
  );
  const round = await shop.expire({ parts });
  expect(() => throwFaults(round)).toThrow('cannot be read');
  for (const order of orders)
    expect(await shop.log.order(order.id)).toMatchObject({
      status: order.id === broken?.id ? 'unpaid' : 'deleted',
    });
});

describe('giving money back', () => {
  let order: { id: string; intentId: string };
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
  /** The note follows the audit entry. */
  const isSecond = () => {
    let calls = 0;
    return () => {
      calls += 1;
      return calls === 2;
    };
  };
  const records = (type: string) => (args: readonly unknown[]) => (args[1] as { type: string }).type === type;
  beforeEach(async () => {
    order = await shop.paidOrder(toolId);
  });

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
      await moneyAddsUp(order.id);
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
      await moneyAddsUp(order.id);
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
      await moneyAddsUp(order.id);
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
      await moneyAddsUp(order.id);
    });

    test('between a look at the provider’s list and its record is not taken for gone either', async () => {
      await shop.simulator.dashboard('/test/refunds', { payment_intent: order.intentId });
      const slow = partsWith(shop.parts, 'refunds', async (call, args) => {
        const answer = await call(...args);
        await failAtTheProvider();
        return answer;
      });
      const before = await now();
      if (before) await followMoney(slow, before, origin);
      expect(await now()).toMatchObject({ refund: { amount: 0 }, refundFailure: { reason: 'declined' } });
      await moneyAddsUp(order.id);
    });
  });
});
