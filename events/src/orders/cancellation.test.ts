import { describe, expect, it } from 'vitest';
import { foldOrder, given } from '../testing/decider-specification.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import type { OrderEvent } from './order-event.ts';
import { needsAttention } from './order-state.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale() };
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 12 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: null, trackingNumber: null } };
const asked: OrderEvent = { type: 'order.cancellation-requested', data: { reason: 'mistake' } };
const declined: OrderEvent = { type: 'order.cancellation-declined', data: {} };
const ask = { type: 'request-cancellation', reason: 'mistake' } as const;
const decline = { type: 'decline-cancellation' } as const;
const ship = (despiteCancellation: boolean, despiteDispute = false) =>
  ({
    type: 'ship-order',
    despiteCancellation,
    despiteDispute,
    carrier: null,
    trackingNumber: null,
  }) as const;

describe('a customer who asks to cancel', () => {
  it('may do so once, while the order is paid and has not left', () => {
    given(created, paid).when(ask).thenEvent(asked);
    given(created, paid, asked).when(ask).thenNothing();
    given(created, paid, asked, declined).when(ask).thenNothing();
  });
  it('deletes what is unpaid instead, and comes too late for what has left', () => {
    given(created).when(ask).thenRefused('ORDER_NOT_PAID');
    given(created, paid, shipped).when(ask).thenRefused('ORDER_SHIPPED');
  });
  it('waits for a person, who has to confirm that the parcel leaves all the same', () => {
    expect(needsAttention(foldOrder([created, paid, asked]))).toBe(true);
    given(created, paid, asked).when(ship(false)).thenRefused('CANCELLATION_REQUESTED');
    given(created, paid, asked).when(ship(true)).thenEvent(shipped);
    expect(needsAttention(foldOrder([created, paid, asked, shipped]))).toBe(false);
  });
});

describe('a customer who wants the order after all', () => {
  const withdraw = { type: 'withdraw-cancellation' } as const;
  const withdrawn: OrderEvent = { type: 'order.cancellation-withdrawn', data: {} };
  it('takes the request back while the shop has not decided', () => {
    given(created, paid, asked).when(withdraw).thenEvent(withdrawn);
    given(created, paid, asked, withdrawn).when(withdraw).thenNothing();
    given(created, paid, asked, declined).when(withdraw).thenNothing();
    given(created, paid, asked, withdrawn).when(ship(false)).thenEvent(shipped);
    expect(needsAttention(foldOrder([created, paid, asked, withdrawn]))).toBe(false);
  });
  it('may ask again, but not for ever', () => {
    given(created, paid, asked, withdrawn).when(ask).thenEvent(asked);
    const often = [asked, withdrawn, asked, withdrawn, asked, withdrawn];
    given(created, paid, ...often)
      .when(ask)
      .thenNothing();
  });
});

describe('declining', () => {
  it('answers the customer once, and lets the parcel leave', () => {
    given(created, paid, asked).when(decline).thenEvent(declined);
    given(created, paid, asked, declined).when(decline).thenNothing();
    given(created, paid, asked, declined).when(ship(false)).thenEvent(shipped);
    given(created, paid).when(decline).thenNothing();
  });
});

describe('a dispute', () => {
  const dispute = { disputeId: 'dp_1', status: 'needs_response', reason: 'fraudulent', amount: 1_200 };
  const disputed = (status: string): OrderEvent => ({ type: 'order.disputed', data: { ...dispute, status } });

  it('is recorded whenever it moves, whatever became of the order, and needs a person while it is open', () => {
    given(created, paid)
      .when({ type: 'record-dispute', ...dispute })
      .thenEvent(disputed('needs_response'));
    given(created, paid, disputed('needs_response'))
      .when({ type: 'record-dispute', ...dispute })
      .thenNothing();
    given(created, paid, disputed('needs_response'), shipped)
      .when({ type: 'record-dispute', ...dispute, status: 'won' })
      .thenEvent(disputed('won'));
    expect(needsAttention(foldOrder([created, paid, disputed('under_review')]))).toBe(true);
    expect(needsAttention(foldOrder([created, paid, disputed('lost')]))).toBe(false);
  });
  it('holds the parcel back until it is won, unless somebody has agreed', () => {
    for (const status of ['needs_response', 'warning_needs_response', 'under_review', 'lost']) {
      given(created, paid, disputed(status)).when(ship(true)).thenRefused('PAYMENT_DISPUTED');
      given(created, paid, disputed(status)).when(ship(false, true)).thenEvent(shipped);
    }
    for (const status of ['won', 'warning_closed'])
      given(created, paid, disputed(status)).when(ship(false)).thenEvent(shipped);
    given(created, paid, asked, disputed('lost'))
      .when(ship(false, true))
      .thenRefused('CANCELLATION_REQUESTED');
  });
  it('needs a payment', () => {
    given(created)
      .when({ type: 'record-dispute', ...dispute })
      .thenRefused('ORDER_NOT_PAID');
  });
});
