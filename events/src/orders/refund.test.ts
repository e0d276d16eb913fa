import { describe, expect, it } from 'vitest';
import { foldOrder, given } from '../testing/decider-specification.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import type { OrderEvent } from './order-event.ts';
import { needsAttention } from './order-state.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale({ price: 12 }) };
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 12 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const asked = (attempt: number, restock = true): OrderEvent => ({
  type: 'order.refund-requested',
  data: { attempt, reason: 'customer', restock },
});
type From = 'paid' | 'shipped' | 'refunded' | null;
const refunded = (
  refundId: string,
  amount: number,
  from: From,
  restock = false,
  by: 'shop' | 'provider' = 'shop',
): OrderEvent => ({ type: 'order.refunded', data: { refundId, amount, from, restock, by } });
const failed = (refundId: string | null, amount: number): OrderEvent => ({
  type: 'order.refund-failed',
  data: { refundId, amount, reason: 'insufficient_funds' },
});

const ask = { type: 'request-refund', reason: 'customer', restock: true } as const;
const take = (refundId: string, amount: number, by: 'shop' | 'provider' = 'shop') =>
  ({ type: 'record-refund', refundId, amount, by }) as const;
const ship = {
  type: 'ship-order',
  despiteCancellation: false,
  despiteDispute: false,
  carrier: null,
  trackingNumber: null,
} as const;

describe('asking for a refund', () => {
  it('is recorded with the number of the attempt, before and after the parcel has left', () => {
    given(created, paid).when(ask).thenEvent(asked(1));
    given(created, paid, shipped).when(ask).thenEvent(asked(1));
  });
  it('changes nothing while an attempt is unanswered, or when all has gone back', () => {
    given(created, paid, asked(1)).when(ask).thenNothing();
    given(created, paid, asked(1), refunded('re_1', 1_200, 'paid', true))
      .when(ask)
      .thenNothing();
  });
  it('is refused for an order that is unpaid, deleted or unknown', () => {
    given(created).when(ask).thenRefused('ORDER_NOT_PAID');
    given().when(ask).thenRefused('ORDER_NOT_FOUND');
    given(created, { type: 'order.deleted', data: { reason: 'customer' } })
      .when(ask)
      .thenRefused('ORDER_GONE');
  });
  it('gets the next number after a refusal, and never returns the pieces twice', () => {
    given(created, paid, asked(1), failed(null, 0)).when(ask).thenEvent(asked(2));
    given(created, paid, asked(1), refunded('re_1', 1_200, 'paid', true), failed('re_1', 1_200))
      .when(ask)
      .thenEvent(asked(2, false));
  });
  it('keeps the parcel until the provider has answered', () => {
    given(created, paid, asked(1)).when(ship).thenRefused('REFUND_PENDING');
    given(created, paid, asked(1), failed(null, 0)).when(ship).thenEvent(shipped);
    given(created, paid, asked(1), refunded('re_1', 1_200, 'paid', true))
      .when(ship)
      .thenRefused('ORDER_REFUNDED');
  });
});

describe('a refund that the provider has taken', () => {
  it('ends the order with the last of the money, and returns the pieces if the shop asked for it', () => {
    given(created, paid, asked(1))
      .when(take('re_1', 1_200))
      .thenEvent(refunded('re_1', 1_200, 'paid', true));
    given(created, paid, shipped, asked(1, false))
      .when(take('re_1', 1_200))
      .thenEvent(refunded('re_1', 1_200, 'shipped', false));
  });
  it('leaves the order as it is when it is a part, which the rest then ends', () => {
    const part = refunded('re_1', 350, null, false, 'provider');
    given(created, paid)
      .when(take('re_1', 350, 'provider'))
      .thenEvent(part);
    expect(foldOrder([created, paid, part])).toMatchObject({ status: 'paid' });
    given(created, paid, part)
      .when(take('re_2', 850))
      .thenEvent(refunded('re_2', 850, 'paid'));
    expect(foldOrder([created, paid, part, refunded('re_2', 850, 'paid')])).toMatchObject({
      status: 'refunded',
      shippedIn: null,
    });
  });
  it('is recorded once', () => {
    given(created, paid, refunded('re_1', 1_200, 'paid'))
      .when(take('re_1', 1_200))
      .thenNothing();
  });
  it('returns the pieces also when somebody at the provider’s was faster than the shop', () => {
    given(created, paid, asked(1))
      .when(take('re_9', 1_200, 'provider'))
      .thenEvent(refunded('re_9', 1_200, 'paid', true, 'provider'));
  });
});

describe('a refund that fails', () => {
  const fail = (failed: { attempt: number } | { refundId: string }) =>
    ({ type: 'fail-refund', failed, reason: 'insufficient_funds' }) as const;

  it('is recorded once, of the attempt that is unanswered', () => {
    given(created, paid, asked(1))
      .when(fail({ attempt: 1 }))
      .thenEvent(failed(null, 0));
    given(created, paid, asked(1))
      .when(fail({ attempt: 2 }))
      .thenNothing();
    given(created, paid, asked(1), failed(null, 0))
      .when(fail({ attempt: 1 }))
      .thenNothing();
  });
  it('is refused for an order that is deleted or unknown', () => {
    given(created, { type: 'order.deleted', data: { reason: 'customer' } })
      .when(fail({ attempt: 1 }))
      .thenRefused('ORDER_GONE');
    given()
      .when(fail({ refundId: 're_1' }))
      .thenRefused('ORDER_NOT_FOUND');
  });
  it('makes the money the shop’s again days later, and keeps the order from being sent', () => {
    const history = [created, paid, asked(1), refunded('re_1', 1_200, 'paid', true)];
    given(...history)
      .when(fail({ refundId: 're_1' }))
      .thenEvent(failed('re_1', 1_200));
    given(...history, failed('re_1', 1_200))
      .when(ship)
      .thenRefused('ORDER_REFUNDED');
    given(...history, failed('re_1', 1_200))
      .when(fail({ refundId: 're_1' }))
      .thenNothing();
  });
  it('needs a person until the money has gone', () => {
    const history = [created, paid, asked(1), refunded('re_1', 1_200, 'paid', true), failed('re_1', 1_200)];
    expect(needsAttention(foldOrder(history))).toBe(true);
    const again = [...history, asked(2, false), refunded('re_2', 1_200, 'refunded')];
    expect(needsAttention(foldOrder(again))).toBe(false);
  });
});
