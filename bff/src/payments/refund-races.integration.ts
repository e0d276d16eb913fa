import { setTimeout as delay } from 'node:timers/promises';
import { isOrderRejected } from '@karigar/events';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { isProblemError } from '../problem/problem-error.ts';
import { differences } from './testing/money-adds-up.ts';
import { TestShop, unitPrice } from './testing/test-shop.ts';

const stock = 1_000;
const rounds = 20;
const actor = { actor: 'admin:a@test.example', correlationId: 'races' };
let toolId: string;

const shop = await TestShop.start();
afterAll(() => shop.stop());
beforeEach(async () => {
  toolId = await shop.newTool(stock);
  await shop.simulator.control('DELETE', '/test/faults');
  await shop.simulator.control('PUT', '/test/webhooks', { copies: 3, jitterMs: 80 });
});

type Order = Awaited<ReturnType<TestShop['paidOrder']>>;
type Actions = readonly ((order: Order) => Promise<unknown>)[];

const refund = ({ id }: Order) => shop.refund(id);
const ship = ({ id }: Order) => shop.log.ship({ orderId: id, ...actor });
const askToCancel = ({ id }: Order) =>
  shop.log.afterPayment(id, { type: 'request-cancellation', reason: 'mistake' }, actor);
const finish = () => shop.finishRefunds();
const atTheProvider = (amount?: number) => (order: Order) =>
  shop.simulator.dashboard('/test/refunds', { payment_intent: order.intentId, amount });
const failAtTheProvider = async ({ intentId }: Order) => {
  const { refunds } = await shop.simulator.ledger();
  const made = refunds.find((one) => one.payment_intent === intentId && one.status !== 'failed');
  if (made) await shop.simulator.dashboard(`/test/refunds/${made.id}/fail`, { reason: 'declined' });
};
const dispute = ({ intentId }: Order) =>
  shop.simulator.dashboard('/test/disputes', { payment_intent: intentId, reason: 'fraudulent' });

/** A refusal is part of the game; anything else is a fault. */
const refusable = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    const refused =
      isOrderRejected(error) ||
      (isProblemError(error) && error.code === 'REFUND_REFUSED') ||
      (error instanceof Error && error.message.startsWith('/test/'));
    if (!refused) throw error;
  }
};

/** Lets each action begin at its own moment (ms after the start), for each of `rounds` orders, all at once; then waits for calm. */
async function race(actions: Actions, seed: number): Promise<string[]> {
  const orders = await Promise.all(
    Array.from({ length: rounds }, () => shop.paidOrder(toolId, { quantity: 2 })),
  );
  const moments = fc.sample(fc.array(fc.nat(60), { minLength: actions.length, maxLength: actions.length }), {
    numRuns: rounds,
    seed,
  });
  await Promise.all(
    orders.flatMap((order, round) =>
      actions.map(async (act, index) => {
        await delay(moments[round]?.[index]);
        await refusable(act(order));
      }),
    ),
  );
  await expect.poll(async () => (await shop.simulator.ledger()).undelivered, { timeout: 240_000 }).toBe(0);
  // The provider answers again: a slow machine may have left some of the faults for this end, which then waits for each.
  await shop.simulator.control('DELETE', '/test/faults');
  await shop.finishRefunds();
  const ids = orders.map(({ id }) => id);
  expect(await differences(shop, ids, { id: toolId, stock })).toEqual([]);
  return ids;
}

const typesOf = async (id: string) => (await shop.log.history(id)).map(({ type }) => type);

test('a refund against a parcel that leaves gives all money back, and nothing leaves after it was asked', async () => {
  for (const id of await race([refund, ship, ship], 1)) {
    expect(await shop.log.order(id)).toMatchObject({
      status: 'refunded',
      refund: { amount: 2 * unitPrice * 100 },
    });
    const types = await typesOf(id);
    if (types.includes('order.shipped'))
      expect(types.indexOf('order.shipped')).toBeLessThan(types.indexOf('order.refund-requested'));
  }
});

test('a refund asked twice at once, and by the watch, is made once', async () => {
  for (const id of await race([refund, refund, finish, refund], 2))
    expect((await typesOf(id)).filter((type) => type.startsWith('order.refund'))).toEqual([
      'order.refund-requested',
      'order.refunded',
    ]);
});

test('a refund against refunds in the provider’s dashboard gives back what was paid and no more', async () => {
  for (const id of await race([refund, atTheProvider(), atTheProvider(500), finish], 3))
    expect(await shop.log.order(id)).toMatchObject({
      status: 'refunded',
      refund: { amount: 2 * unitPrice * 100 },
      refundRequest: null,
      refundFailure: null,
    });
});

test('a refund that fails at once or after it was recorded counts again, whichever message comes first', async () => {
  await race([refund, failAtTheProvider, failAtTheProvider, finish], 4);
});

test('a dispute against a refund ends with one of the two, and is on record', async () => {
  for (const id of await race([refund, dispute, finish], 5)) {
    const order = await shop.log.order(id);
    expect(order).toMatchObject({ dispute: { status: 'needs_response', open: true } });
    expect(order).toMatchObject(
      (await typesOf(id)).includes('order.refunded')
        ? { status: 'refunded' }
        : { refund: null, refundFailure: { reason: 'charge_disputed' } },
    );
  }
});

test('a wish to cancel against parcel and refund holds the parcel or comes too late', async () => {
  for (const id of await race([askToCancel, ship, refund], 6)) {
    const types = await typesOf(id);
    if (types.includes('order.shipped') && types.includes('order.cancellation-requested'))
      expect(types.indexOf('order.shipped')).toBeLessThan(types.indexOf('order.cancellation-requested'));
  }
});

test('a provider that takes refunds and says nothing, or says nothing at all, makes each one once', async () => {
  const path = '/v1/refunds';
  for (const effect of ['no-answer', 'error', 'lost', 'away', 'no-answer'])
    await shop.simulator.control('POST', '/test/faults', { effect, method: 'POST', path, times: rounds / 5 });
  const silent = { ...shop.parts, background: shop.simulator.gateway(400, 0, shop.log) };
  for (const id of await race([({ id }) => shop.refund(id, silent), ({ id }) => shop.refund(id, silent)], 7))
    expect(await shop.log.order(id)).toMatchObject({ status: 'refunded', refundRequest: null });
});
