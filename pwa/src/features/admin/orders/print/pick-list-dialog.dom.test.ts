import { expect, test } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { pickListOf } from './pick-list-dialog.tsx';

test('pieces are counted by tool, in the order of the names', () => {
  const orders = [
    orderOf({ toolId: 't2', toolsName: 'Spirit level', quantity: 2 }),
    orderOf({ toolId: 't1', toolsName: 'Hand saw', quantity: 3 }),
    orderOf({ toolId: 't2', toolsName: 'Spirit level', quantity: 5 }),
  ];
  expect(pickListOf(orders)).toEqual([
    { toolId: 't1', tool: 'Hand saw', pieces: 3, orders: 1 },
    { toolId: 't2', tool: 'Spirit level', pieces: 7, orders: 2 },
  ]);
});

test('two tools of one name are two lines', () => {
  const orders = [orderOf({ toolId: 't1' }), orderOf({ toolId: 't2' })];
  expect(pickListOf(orders)).toHaveLength(2);
});
