import { expect, test } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { withOrders, withoutUnderWay } from './tracking-check.ts';
import { readTrackingList } from './tracking-list.ts';

const at = '2026-01-03T10:00:00.000Z';
const checkOf = (fields: Parameters<typeof orderOf>[0] | null) => {
  const orders = new Map(fields === null ? [] : [[180, orderOf(fields)]]);
  return withOrders(readTrackingList('K-180, PA1'), orders)[0];
};

test('an order that waits to be shipped gets its tracking number', () => {
  expect(checkOf({})).toEqual({ line: 1, order: orderOf(), trackingNumber: 'PA1', fault: null });
});

test.each([
  [null, 'names K-180, which does not exist'],
  [{ status: 'Shipped', trackingNumber: 'PA1' }, 'names K-180, which already has this number'],
  [{ paid: false }, 'names K-180, which is not paid'],
  [
    { refund: { amount: 36, at, restocked: true, whole: true } },
    'names K-180, which is refunded or being refunded',
  ],
  [
    { cancellation: { reason: 'mistake', at, declinedAt: null } },
    'names K-180, which has a cancellation request: decide on it first',
  ],
  [
    { dispute: { status: 'needs_response', reason: 'fraudulent', amount: 36, at, open: true } },
    'names K-180, whose payment is disputed: ship it separately',
  ],
] as const)('an order that is %j is named as faulty', (fields, fault) => {
  expect(checkOf(fields)?.fault).toBe(fault);
});

test('an order that has left gets its number', () => {
  expect(checkOf({ status: 'Shipped', trackingNumber: 'PA0' })?.fault).toBeNull();
});

test('an order that this page ships already is left out of a list', () => {
  const order = orderOf();
  const line = { line: 1, order, trackingNumber: 'PA1', fault: null } as const;
  const shipping = { parcel: { order }, batch: 1, progress: { is: 'waiting', due: 0 } } as const;
  const [left] = withoutUnderWay([line], new Map([[order._id, shipping]]));
  expect(left?.fault).toBe('names K-180, which is being shipped right now');
  expect(withoutUnderWay([line], new Map())).toEqual([line]);
});

test('a line that cannot be read keeps its fault', () => {
  const [line] = withOrders(readTrackingList('K-180'), new Map());
  expect(line?.fault).toBe('needs an order number, a comma and a tracking number');
});
