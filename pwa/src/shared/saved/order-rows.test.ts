import type { Order } from '@karigar/bff/contracts';
import { expect, test } from 'vitest';
import { mergeOrders } from './order-rows.ts';

const order = (id: string, version = 1, day = 1): Order =>
  ({ _id: id, version, createdAt: `2026-01-0${day}T00:00:00.000Z` }) as Order;
const all = { complete: true, opened: new Set<string>() };

test('an order that was accepted while the list was on its way stays', () => {
  expect(mergeOrders(new Map(), [order('new')], [], all)).toEqual({ put: [], remove: [] });
});

test('an order that the shop no longer lists is removed', () => {
  expect(mergeOrders(new Map([['old', 1]]), [order('old')], [], all)).toEqual({ put: [], remove: ['old'] });
});

test('a deleted order while the list was on its way does not return', () => {
  expect(mergeOrders(new Map([['gone', 1]]), [], [order('gone')], all)).toEqual({ put: [], remove: [] });
});

test('news that came meanwhile is not set back', () => {
  expect(mergeOrders(new Map([['a', 1]]), [order('a', 3)], [order('a', 2)], all)).toEqual({
    put: [],
    remove: [],
  });
});

test('an order that has not changed meanwhile becomes what the list says, even an earlier version', () => {
  const lost = order('a', 3);
  expect(mergeOrders(new Map([['a', 3]]), [lost], [order('a', 2)], all)).toEqual({
    put: [order('a', 2)],
    remove: [],
  });
});

test('new and changed orders are written, equal ones are left alone', () => {
  const merge = mergeOrders(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
    [order('a', 1), order('b', 1)],
    [order('a', 2), order('b', 1), order('c')],
    all,
  );
  expect(merge).toEqual({ put: [order('a', 2), order('c')], remove: [] });
});

test('of a list that was not read to its end only what it covers is removed', () => {
  const [newest, gone, last, older] = [
    order('d', 1, 4),
    order('c', 1, 3),
    order('b', 1, 2),
    order('a', 1, 1),
  ];
  const merge = mergeOrders(
    new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['d', 1],
    ]),
    [newest, gone, last, older],
    [newest, last],
    {
      complete: false,
      opened: new Set(['a', 'c']),
    },
  );
  expect(merge).toEqual({ put: [], remove: ['c'] });
});

test('an older order that nobody has opened makes room when newer ones come', () => {
  const [newest, last, older] = [order('c', 1, 3), order('b', 1, 2), order('a', 1, 1)];
  const merge = mergeOrders(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
    [last, older],
    [newest, last],
    {
      complete: false,
      opened: new Set(),
    },
  );
  expect(merge).toEqual({ put: [newest], remove: ['a'] });
});
