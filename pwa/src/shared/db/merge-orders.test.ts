import type { Order } from '@karigar/bff/contracts';
import { expect, test } from 'vitest';
import { mergeOrders } from './merge-orders.ts';

const order = (id: string, version = 1): Order => ({ _id: id, version }) as Order;

test('an order that was accepted while the list was on its way stays', () => {
  expect(mergeOrders(new Set(), [order('new')], [])).toEqual({ put: [], remove: [] });
});

test('an order that the shop no longer lists is removed', () => {
  expect(mergeOrders(new Set(['old']), [order('old')], [])).toEqual({ put: [], remove: ['old'] });
});

test('an order that was deleted while the list was on its way does not return', () => {
  expect(mergeOrders(new Set(['gone']), [], [order('gone')])).toEqual({ put: [], remove: [] });
});

test('news that came meanwhile is not set back', () => {
  expect(mergeOrders(new Set(['a']), [order('a', 3)], [order('a', 2)])).toEqual({ put: [], remove: [] });
});

test('new and changed orders are written, equal ones are left alone', () => {
  const merge = mergeOrders(
    new Set(['a', 'b']),
    [order('a', 1), order('b', 1)],
    [order('a', 2), order('b', 1), order('c')],
  );
  expect(merge).toEqual({ put: [order('a', 2), order('c')], remove: [] });
});
