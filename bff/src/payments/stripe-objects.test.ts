import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { handledTypes, toEvent, toFee } from './stripe-objects.ts';

const event = (type: string, object: object) =>
  ({ id: 'evt_1', object: 'event', type, created: 1_790_000_000, data: { object } }) as Stripe.Event;
const intent = { object: 'payment_intent', id: 'pi_1', metadata: { shop: 's' } };

test('an event names what it is about and the payment it belongs to', () => {
  const seen = [
    event('payment_intent.succeeded', intent),
    event('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1', metadata: {} }),
    event('refund.failed', { object: 'refund', id: 're_1', payment_intent: intent, metadata: null }),
    event('charge.dispute.closed', {
      object: 'dispute',
      id: 'du_1',
      payment_intent: 'pi_1',
      metadata: {},
    }),
    event('customer.created', { object: 'customer', id: 'cus_1' }),
  ].map(toEvent);
  expect(seen.map(({ about, objectId, intentId }) => [about, objectId, intentId])).toEqual([
    ['intent', 'pi_1', 'pi_1'],
    ['refund', 'ch_1', 'pi_1'],
    ['refund', 're_1', 'pi_1'],
    ['dispute', 'du_1', 'pi_1'],
    ['other', '', null],
  ]);
  expect(seen[2]).toMatchObject({ metadata: {}, createdAt: 1_790_000_000_000 });
});

test('each kind of event that the shop asks for is about something', () => {
  const subjects = handledTypes.map((type) => toEvent(event(type, intent)).about);
  expect(subjects).not.toContain('other');
});

test('a declined payment names the card, so that the same one is recognised', () => {
  const declined = { ...intent, last_payment_error: { payment_method: { card: { fingerprint: 'fp1' } } } };
  expect(toEvent(event('payment_intent.payment_failed', declined)).fingerprint).toBe('fp1');
  expect(toEvent(event('payment_intent.payment_failed', intent)).fingerprint).toBeNull();
});

test('what payments, refunds and disputes cost is told, payouts are not', () => {
  const feeOf = (source: object | string | null, fee: number) =>
    toFee({ object: 'balance_transaction', source, fee } as Stripe.BalanceTransaction);
  const ofPayment = (object: string) => ({ object, id: 'x_1', payment_intent: 'pi_1' });
  expect(feeOf(ofPayment('charge'), 74)).toEqual({ intentId: 'pi_1', fee: 74 });
  expect(feeOf(ofPayment('refund'), 0)).toEqual({ intentId: 'pi_1', fee: 0 });
  expect(feeOf(ofPayment('dispute'), 1_500)).toEqual({ intentId: 'pi_1', fee: 1_500 });
  expect(feeOf({ object: 'payout', id: 'po_1' }, 25)).toBeNull();
});
