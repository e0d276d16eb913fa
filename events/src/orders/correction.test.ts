import { expect, it } from 'vitest';
import { foldOrder, given } from '../testing/decider-specification.ts';
import { sampleSale } from '../testing/sample-shop.ts';
import { mostCorrections } from './decide.ts';
import type { OrderEvent } from './order-event.ts';

const created: OrderEvent = { type: 'order.created', data: sampleSale() };
const paid: OrderEvent = { type: 'order.paid', data: { transactionId: 'pi_1', amount: 12 } };
const shipped: OrderEvent = { type: 'order.shipped', data: { carrier: 'RedX', trackingNumber: null } };
const deleted: OrderEvent = { type: 'order.deleted', data: { reason: 'customer' } };
const corrected: OrderEvent = { type: 'order.corrected', data: { person: 'sealed anew' } };
const correct = (seen: number | null = null) =>
  ({ type: 'correct-order', person: 'sealed anew', seen }) as const;

it('changes who receives an order that has not left, paid or not', () => {
  given(created).when(correct()).thenEvent(corrected);
  given(created, paid).when(correct()).thenEvent(corrected);
  given(created, corrected).when(correct()).thenNothing();
  expect(foldOrder([created, corrected, paid])).toMatchObject({
    status: 'paid',
    sale: { person: 'sealed anew' },
    corrected: { times: 1, in: 2 },
  });
});

it('comes too late for a parcel that has left, and never meets what is not there', () => {
  given(created, paid, shipped).when(correct()).thenRefused('ORDER_SHIPPED');
  given(created, deleted).when(correct()).thenRefused('ORDER_GONE');
  given().when(correct()).thenRefused('ORDER_NOT_FOUND');
});

it('does not overwrite a correction that its writer has not seen', () => {
  const other: OrderEvent = { type: 'order.corrected', data: { person: 'sealed by another' } };
  given(created, other).when(correct(0)).thenRefused('VERSION_CONFLICT');
  given(created, other, paid).when(correct(1)).thenEvent(corrected);
});

it('ends after twenty times', () => {
  const often = Array.from(
    { length: mostCorrections },
    (_, time): OrderEvent => ({ type: 'order.corrected', data: { person: `sealed ${time}` } }),
  );
  given(created, ...often)
    .when(correct())
    .thenRefused('TOO_MANY_CORRECTIONS', { most: mostCorrections });
});

it('leaves what is known of the parcel as it is', () => {
  expect(foldOrder([created, corrected, paid, shipped])).toMatchObject({
    sale: { person: 'sealed anew' },
    shipment: { carrier: 'RedX', trackingNumber: null },
  });
});
