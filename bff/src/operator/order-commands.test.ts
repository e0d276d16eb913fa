import type { OrderDocument } from '@karigar/events';
import { expect, test } from 'vitest';
import { orderLines } from './order-commands.ts';

const order: OrderDocument = {
  id: 'ord_1',
  toolId: 'tool_1',
  toolsName: 'Wood Plane',
  description: 'Smooths wood.',
  image: '/images/plane.webp',
  uid: 'uid-1',
  person: 'sealed',
  unitPrice: 11,
  quantity: 2,
  price: 22,
  status: 'paid',
  transactionId: 'pi_1',
  number: 6,
  version: 2,
  seqs: [6, 7],
  createdAt: 0,
  paidAt: 1_000,
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  corrections: 0,
  correctedAt: null,
  refund: null,
  refundRequest: null,
  refundFailure: null,
  cancellation: null,
  dispute: null,
};

const shipping = (fields: Partial<OrderDocument>): string | undefined =>
  orderLines({ ...order, ...fields }).find((line) => line.startsWith('shipping'));

test('an order tells whether its parcel has left, will leave, or never will', () => {
  expect(shipping({})).toBe('shipping  pending');
  expect(shipping({ status: 'shipped', shippedAt: 2_000 })).toBe(
    'shipping  shipped 1970-01-01T00:00:02.000Z',
  );
  const part = { amount: 500, at: 3_000, restocked: false };
  expect(shipping({ refund: part })).toBe('shipping  pending');
  const whole = { amount: 2_200, at: 3_000, restocked: true };
  expect(shipping({ status: 'refunded', refund: whole })).toBe('shipping  none: the order is refunded');
  expect(shipping({ status: 'refunded', shippedAt: 2_000, refund: whole })).toContain('shipped 1970');
});
