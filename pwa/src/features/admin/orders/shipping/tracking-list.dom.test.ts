import { expect, test } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { refusal } from '../../../../shared/testing/refusal.ts';
import { adminsDesk } from '../model/desk.ts';
import type { ShownOrder } from '../model/order.ts';
import type { Shippings } from './shipping.ts';
import { checkTrackingList, readTrackingList } from './tracking-list.ts';

const faultsOf = (text: string) => readTrackingList(text).map(({ line, fault }) => [line, fault]);

test('commas, semicolons and tabs part the number from the tracking number', () => {
  expect(readTrackingList('K-180, PA 1\nk181;PA2\n\n#182\tPA3\r\n183,PA4')).toEqual([
    { line: 1, number: 180, trackingNumber: 'PA 1', fault: null },
    { line: 2, number: 181, trackingNumber: 'PA2', fault: null },
    { line: 4, number: 182, trackingNumber: 'PA3', fault: null },
    { line: 5, number: 183, trackingNumber: 'PA4', fault: null },
  ]);
});

test.each([
  ['K-180', 'needs an order number, a comma and a tracking number'],
  ['K-18O, PA1', '“K-18O” is not an order number such as K-180'],
  ['K-180,', 'has no tracking number'],
  ['K-180, PA1, Dhaka', 'has more than two columns'],
  [`K-180, ${'9'.repeat(61)}`, 'has a tracking number longer than 60 characters'],
])('%j is faulty', (text, fault) => {
  expect(faultsOf(text)).toEqual([[1, fault]]);
});

test('an order that is named twice is sent once', () => {
  expect(faultsOf('K-180,PA1\nK-181,PA2\nk180,PA3')).toEqual([
    [1, null],
    [2, null],
    [3, 'names K-180 again, after line 1'],
  ]);
});

test('no more are sent at once than the shop takes', () => {
  const text = Array.from({ length: 101 }, (_, at) => `K-${at + 1},PA${at}`).join('\n');
  expect(faultsOf(text).filter(([, fault]) => fault !== null)).toEqual([
    [101, 'is over the limit of 100 orders at once'],
  ]);
});

const at = '2026-01-03T10:00:00.000Z';
const check = async (text: string, order: ShownOrder | null, shippings: Shippings = new Map()) => {
  const items = order === null ? [] : [order];
  const list = async () => ({ items, total: 1, nextCursor: null, found: null });
  const read = () => Promise.reject(refusal(404, 'ORDER_NOT_FOUND'));
  return (await checkTrackingList(text, { ...adminsDesk, list, read }, shippings))[0];
};
const checkOf = (fields: Parameters<typeof orderOf>[0] | null) =>
  check('K-180, PA1', fields === null ? null : orderOf(fields));

test('an order that waits to be shipped gets its tracking number', async () => {
  expect(await checkOf({})).toMatchObject({ line: 1, order: orderOf(), trackingNumber: 'PA1', fault: null });
});

test.each([
  [null, 'names K-180, which was not found'],
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
] as const)('an order that is %j is named as faulty', async (fields, fault) => {
  expect((await checkOf(fields))?.fault).toBe(fault);
});

test.each([
  [true, 'names K-180, which is on hold: an admin decides on it first'],
  [false, null],
])('a packer leaves to an admin what is on hold: %s', async (onHold, fault) => {
  expect((await check('K-180, PA1', { ...orderOf(), onHold }))?.fault).toBe(fault);
});

test('an order that has left gets its number', async () => {
  expect((await checkOf({ status: 'Shipped', trackingNumber: 'PA0' }))?.fault).toBeNull();
});

test('an order that this page ships already is left out of a list', async () => {
  const order = orderOf();
  const shipping = { order, is: 'waiting' } as const;
  expect((await check('K-180, PA1', order, new Map([[order._id, shipping]])))?.fault).toBe(
    'names K-180, which is being shipped right now',
  );
});

test('a line that cannot be read keeps its fault', async () => {
  expect((await check('K-180', null))?.fault).toBe('needs an order number, a comma and a tracking number');
});
