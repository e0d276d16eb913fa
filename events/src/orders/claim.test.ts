import { describe, expect, it } from 'vitest';
import { foldOrder, given } from '../testing/decider-specification.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { mostClaims } from './claim.ts';
import type { OrderEvent } from './order-event.ts';
import { needsAttention } from './order-state.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale() };
const payment = (transactionId: string) => ({ way: 'bKash', transactionId });
const claimed = (transactionId: string): OrderEvent => ({
  type: 'order.payment-claimed',
  data: payment(transactionId),
});
const refused: OrderEvent = { type: 'order.payment-claim-refused', data: { reason: 'not-found' } };
const claim = (transactionId: string) => ({ type: 'claim-payment', ...payment(transactionId) }) as const;
const confirm = (transactionId: string) => ({ type: 'decide-claim', transactionId }) as const;
const refuse = (transactionId: string) =>
  ({ type: 'decide-claim', transactionId, reason: 'not-found' }) as const;
const byHand: OrderEvent = {
  type: 'order.paid',
  data: { transactionId: 'A1', amount: sampleSale().price, way: 'bKash' },
};
const byCard: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 12 } };

describe('a customer who reports a payment by hand', () => {
  it('does so while the order is unpaid, and may correct it', () => {
    given(created).when(claim('A1')).thenEvent(claimed('A1'));
    given(created, claimed('A1')).when(claim('A1')).thenNothing();
    given(created, claimed('A1')).when(claim('A2')).thenEvent(claimed('A2'));
    given(created, claimed('A1'), refused).when(claim('A1')).thenEvent(claimed('A1'));
    given(created, byHand).when(claim('A1')).thenNothing();
    given(created, byHand).when(claim('A2')).thenRefused('ORDER_PAID');
  });
  it('cannot fill the log', () => {
    const reports = Array.from({ length: mostClaims }, (_, n) => claimed(`A${n}`));
    given(created, ...reports)
      .when(claim('B'))
      .thenRefused('TOO_MANY_CLAIMS');
  });
  it('keeps the order from being deleted until a person has decided', () => {
    const remove = { type: 'delete-order', reason: 'expired' } as const;
    given(created, claimed('A1')).when(remove).thenRefused('PAYMENT_CLAIMED');
    given(created, claimed('A1'), refused)
      .when(remove)
      .thenEvent({ type: 'order.deleted', data: { reason: 'expired' } });
  });
  it('waits for a person', () => {
    expect(needsAttention(foldOrder([created, claimed('A1')]))).toBe(true);
    expect(needsAttention(foldOrder([created, claimed('A1'), refused]))).toBe(false);
    expect(needsAttention(foldOrder([created, claimed('A1'), byCard]))).toBe(false);
  });
});

describe('a person who has looked for the payment', () => {
  it('confirms the one that they have seen, and the order is paid in that way', () => {
    given(created, claimed('A1')).when(confirm('A1')).thenEvent(byHand);
    given(created, claimed('A1'), claimed('A2')).when(confirm('A1')).thenRefused('CLAIM_CHANGED');
    given(created, claimed('A1'), refused).when(confirm('A1')).thenRefused('CLAIM_CHANGED');
    given(created).when(confirm('A1')).thenRefused('CLAIM_CHANGED');
    given(created, claimed('A1'), byHand).when(confirm('A1')).thenNothing();
    given(created, claimed('A1'), byCard).when(confirm('A1')).thenRefused('ORDER_PAID');
    expect(foldOrder([created, claimed('A1'), byHand])).toMatchObject({ status: 'paid', way: 'bKash' });
    expect(foldOrder([created, claimed('A1'), byHand])).not.toHaveProperty('claim');
  });
  it('refuses it once', () => {
    given(created, claimed('A1')).when(refuse('A1')).thenEvent(refused);
    given(created, claimed('A1'), refused).when(refuse('A1')).thenNothing();
    given(created, claimed('A2')).when(refuse('A1')).thenRefused('CLAIM_CHANGED');
    given(created, claimed('A1'), byHand).when(refuse('A1')).thenRefused('ORDER_PAID');
  });
});
