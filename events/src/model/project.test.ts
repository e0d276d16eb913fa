import { describe, expect, it } from 'vitest';
import type { Patch } from '../log/append.ts';
import type { OrderEvent } from '../orders/order-event.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { noRecord } from './order-record.ts';
import { advance, projectStock } from './project.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale() };
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi', amount: 12 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const deleted: OrderEvent = { type: 'order.deleted', data: { reason: 'customer' } };

/** What the last of these events of one order changes. */
function lastOf(...events: OrderEvent[]): Patch {
  let record = noRecord;
  let patch: Patch | undefined;
  for (const event of events) {
    const { after, ...step } = advance('ord_1', record, event);
    patch = step.patch;
    record = { ...record, history: [...record.history, { seq: 1, ts: 1 }], state: after };
  }
  if (patch === undefined) throw new Error('No event was given');
  return patch;
}

describe('an event of an order changes', () => {
  it('stock, money that is awaited and the known names when it is placed', () => {
    const sales = { placed: 1 };
    const change = { stock: { add: -3 }, name: 'Claw Hammer', totals: { awaitingPayment: 12 }, sales };
    expect(lastOf(created)).toMatchObject({ ...change, score: undefined, transaction: undefined });
  });

  it('where the money is, and who holds the transaction, when it is paid', () => {
    expect(lastOf(created, paid)).toMatchObject({
      stock: undefined,
      name: undefined,
      transaction: 'pi',
      totals: { revenue: 12, awaitingPayment: -12 },
      sales: { paid: 1, money: 12, 'pieces:t': 3, 'money:t': 12 },
    });
  });

  it('what the shop gave back on the day when it did, and takes that back when it did not arrive', () => {
    const asked: OrderEvent = {
      type: 'order.refund-requested',
      data: { attempt: 1, reason: 'other', restock: true },
    };
    const back = { refundId: 're', amount: 1_200 };
    const refunded: OrderEvent = {
      type: 'order.refunded',
      data: { ...back, from: 'paid', restock: true, by: 'shop' },
    };
    const failed: OrderEvent = { type: 'order.refund-failed', data: { ...back, reason: 'lost' } };
    expect(lastOf(created, paid, asked, refunded).sales).toEqual({ givenBack: 1_200 });
    expect(lastOf(created, paid, asked, refunded, failed).sales).toEqual({ givenBack: -1_200 });
  });

  it('no money at all when it is shipped', () => {
    const change = { stock: undefined, name: undefined, transaction: undefined, sales: undefined };
    const patch = lastOf(created, paid, shipped);
    expect(patch).toMatchObject({ ...change, score: 1 });
    expect(patch.totals).toEqual({});
  });

  it('stock, money and its name back when it is deleted', () => {
    expect(lastOf(created, deleted)).toMatchObject({
      stock: { add: 3 },
      name: 'Claw Hammer',
      sets: { enters: ['deleted'] },
      score: undefined,
      totals: { awaitingPayment: -12 },
    });
  });

  it('no total when it cost nothing', () => {
    const gift: OrderEvent = { ...created, data: { ...created.data, price: 0 } };
    expect(lastOf(gift).totals).toEqual({});
  });
});

describe('a fact about stock', () => {
  it('sets it or adds to it', () => {
    expect(projectStock({ type: 'stock.set', data: { available: 0 } }, 't').stock).toEqual({ set: '0' });
    expect(projectStock({ type: 'stock.added', data: { quantity: 2 } }, 't').stock).toEqual({ add: 2 });
  });
});
