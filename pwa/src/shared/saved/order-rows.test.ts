import type { Order } from '@karigar/bff/contracts';
import { expect, test } from 'vitest';
import { mergeOrders } from './order-rows.ts';

/** An order of this id (its letter says how new it is), in this version. */
const order = (_id: string, version = 1): Order => ({ _id, version, createdAt: _id }) as Order;
const orders = (ids: string): Order[] => [...ids].map((id) => order(id));
const versions = (...saved: Order[]) => new Map(saved.map(({ _id, version }) => [_id, version]));

test.each([
  ['an order that was accepted while the list was on its way stays', [], [order('a')], [], [], ''],
  ['an order that the shop no longer lists is removed', [order('a')], [order('a')], [], [], 'a'],
  [
    'an order that was deleted while the list was on its way does not return',
    [order('a')],
    [],
    [order('a')],
    [],
    '',
  ],
  ['news that came meanwhile is not set back', [order('a')], [order('a', 3)], [order('a', 2)], [], ''],
  [
    'an order that has not changed meanwhile becomes what the list says, even an earlier version',
    [order('a', 3)],
    [order('a', 3)],
    [order('a', 2)],
    [order('a', 2)],
    '',
  ],
  [
    'new and changed orders are written, equal ones are left alone',
    orders('ab'),
    orders('ab'),
    [order('a', 2), order('b'), order('c')],
    [order('a', 2), order('c')],
    '',
  ],
])('%s', (_what, before, now, list, put, remove) => {
  const merge = mergeOrders(versions(...before), now, list, { complete: true, opened: new Set() });
  expect(merge).toEqual({ put, remove: [...remove] });
});

test('of a list that was not read to its end only what it covers is removed', () => {
  const saved = orders('dcba');
  const reach = { complete: false, opened: new Set('ac') };
  expect(mergeOrders(versions(...saved), saved, orders('db'), reach)).toEqual({ put: [], remove: ['c'] });
});

test('an older order that nobody has opened makes room when newer ones come', () => {
  const reach = { complete: false, opened: new Set<string>() };
  const merge = mergeOrders(versions(...orders('ab')), orders('ba'), orders('cb'), reach);
  expect(merge).toEqual({ put: orders('c'), remove: ['a'] });
});
