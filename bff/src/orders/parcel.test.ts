import type { OrderDocument } from '@karigar/events';
import { expect, it } from 'vitest';
import type { Order } from '../contracts/order.ts';
import { isParcel, orderToShip } from './parcel.ts';

const at = '2026-01-03T10:00:00.000Z';
const parcel = {
  _id: 'o1',
  number: 7,
  version: 2,
  createdAt: at,
  toolId: 't1',
  toolsName: 'Chisel',
  image: '/images/a.webp',
  quantity: 3,
  name: 'Rahima',
  address: '1 Old Road',
  city: 'Dhaka',
  zip: '1207',
  phone: '',
  status: 'pending',
  shippedAt: null,
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
} as const;
const order: Order = {
  ...parcel,
  email: 'rahima@example.com',
  description: '',
  price: 36,
  unitPrice: 12,
  paid: true,
  paidAt: at,
  paidWay: 'bKash',
  transactionId: '9A7B6C5D4E',
  claim: { way: 'bKash', transactionId: '9A7B6C5D4E', at, refused: null },
  refund: { amount: 3.5, at, restocked: false, whole: false },
  refundFailure: { at },
  refundRequest: null,
  cancellation: null,
  dispute: null,
  corrections: 0,
  correctedAt: null,
  reservedUntil: null,
};
const cancellation = { reason: 'mistake', at, declinedAt: null } as const;
const dispute = { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true };

it('shows a packer these fields of an order and no other', () => {
  expect(orderToShip(order)).toEqual({ ...parcel, onHold: false });
});

it.each<[string, Partial<Order>, boolean]>([
  ['asked to cancel', { cancellation }, true],
  ['told that it is sent', { cancellation: { ...cancellation, declinedAt: at } }, false],
  ['disputed', { dispute }, true],
  ['lost to the payer', { dispute: { ...dispute, status: 'lost', open: false } }, true],
  ['won', { dispute: { ...dispute, status: 'won', open: false } }, false],
  ['being refunded', { refundRequest: { reason: 'other', restock: true, at } }, true],
  ['shipped and disputed', { dispute, status: 'Shipped' }, false],
])('says only whether an order is on hold: one that is %s', (_, fields, onHold) => {
  const shown = orderToShip({ ...order, ...fields });
  expect(shown).toEqual({ ...parcel, status: shown.status, onHold });
});

it.each(['unpaid', 'paid', 'shipped', 'refunded'] as const)(
  'shows packers what is paid or shipped: %s',
  (status) => {
    expect(isParcel({ status } as OrderDocument)).toBe(status === 'paid' || status === 'shipped');
  },
);
