import { expect, test } from 'vitest';
import { orderOf } from '../testing/order.ts';
import { orderState } from './order-state.tsx';

const refund = { amount: 36, at: '2026-11-23T10:00:00.000Z', restocked: true, whole: true };

test.each([
  ['unpaid', { paid: false }],
  ['paid', {}],
  ['shipped', { status: 'Shipped' }],
  ['refunded', { status: 'Shipped', refund }],
  ['refund-due', { refund: { ...refund, amount: 0 } }],
  ['paid', { refund: { ...refund, amount: 3.5, whole: false } }],
] as const)('an order is %s by %j', (state, fields) => {
  expect(orderState(orderOf(fields))).toBe(state);
});
