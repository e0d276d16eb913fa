import { describe, expect, it } from 'vitest';
import { noRecord } from '../model/order-record.ts';
import type { OrderState } from '../orders/order-state.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { whyUnfinished } from './trim-log.ts';

const paid = { sale: sampleSale(), transactionId: 'pi_1', paidIn: 2 };
const shipped = { status: 'shipped', ...paid, shippedIn: 3 } as const;
const refund = { attempt: 1, parts: [], restocked: false };
/** An order whose last event is of the time 1,000. */
const order = (state: OrderState) => ({
  ...noRecord,
  history: [
    { seq: 7, ts: 500 },
    { seq: 9, ts: 1_000 },
  ],
  state,
});
const why = (state: OrderState, quietSince = 2_000) => whyUnfinished(order(state), quietSince);

describe('an order', () => {
  it('is finished when it was shipped, refunded or deleted and nobody has anything to decide', () => {
    expect(why(shipped)).toBeNull();
    expect(why({ status: 'refunded', ...paid, shippedIn: null, refund })).toBeNull();
    expect(why({ status: 'deleted', uid: 'u', reason: 'customer' })).toBeNull();
    const dispute = { id: 'dp_1', status: 'lost', reason: 'fraudulent', amount: 1_200, in: 4 };
    expect(why({ ...shipped, dispute })).toBeNull();
    expect(why({ ...shipped, refund: { ...refund, parts: [{ id: 're_1', amount: 1, in: 4 }] } })).toBeNull();
  });

  it('is not finished while it is unpaid, or paid and not shipped', () => {
    expect(why({ status: 'unpaid', sale: sampleSale() })).toBe('it is not paid');
    expect(why({ status: 'paid', ...paid })).toBe('it is paid and not shipped');
  });

  it.each<[string, object]>([
    ['a refund is unanswered', { refund: { ...refund, asked: { reason: 'other', restock: false, in: 4 } } }],
    [
      'a refund has failed',
      { refund: { ...refund, failure: { reason: 'expired_or_canceled_card', in: 5 } } },
    ],
    ['a dispute is open', { dispute: { id: 'd', status: 'needs_response', reason: 'r', amount: 1, in: 4 } }],
    ['its customer waits for an answer', { cancellation: { reason: 'other', askedIn: 3 } }],
  ])('is not finished while %s', (_what, open) => {
    expect(why({ ...shipped, ...open } as OrderState)).toBe('it needs a decision');
  });

  it('is not finished until it was quiet for long enough', () => {
    expect(why(shipped, 1_001)).toBeNull();
    expect(why(shipped, 1_000)).toBe('its last event, 9, is not old enough');
  });

  it('is not finished where no document of it is stored', () => {
    expect(whyUnfinished(noRecord, 2_000)).toContain('run a rebuild');
  });
});
