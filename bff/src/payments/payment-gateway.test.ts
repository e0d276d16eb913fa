import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { handledTypes, paymentOf, toEvent } from './payment-gateway.ts';

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
  expect(seen.map(({ about, intentId }) => [about, intentId])).toEqual([
    ['paid', 'pi_1'],
    ['returned', 'pi_1'],
    ['returned', 'pi_1'],
    ['returned', 'pi_1'],
    ['other', null],
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

test('payments, refunds and disputes name the payment that their money belongs to, payouts none', () => {
  const payment = (source: object) =>
    paymentOf({ object: 'balance_transaction', source } as Stripe.BalanceTransaction);
  for (const object of ['charge', 'refund', 'dispute'])
    expect(payment({ object, id: 'x_1', payment_intent: 'pi_1' })).toBe('pi_1');
  expect(payment({ object: 'payout', id: 'po_1' })).toBeNull();
});
