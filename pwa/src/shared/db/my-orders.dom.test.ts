import type { Order } from '@karigar/bff/contracts';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPerson, keepToken } from '../session/session-store.ts';
import { useMyOrder } from './my-orders.ts';
import { personDb, removePersonDb } from './person-db.ts';

const getOrder = vi.hoisted(() => vi.fn());
vi.mock('../api/calls.ts', () => ({ getOrder, getOrderTimeline: async () => [] }));

const order = (id: string, version: number): Order =>
  ({ _id: id, version, createdAt: '2026-01-01' }) as Order;

/** Opens the order's page; `meanwhile` happens while the shop's answer, version 1, is on its way. */
async function readOnceWhile(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const db = personDb('u1');
  await db.orders.put(order(id, 1));
  getOrder.mockImplementation(async () => {
    await meanwhile();
    return order(id, 1);
  });
  renderHook(() => useMyOrder(id));
  await vi.waitFor(async () => expect(await db.meta.get(`order.${id}.savedAt`)).toBeDefined());
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await removePersonDb('u1');
});

test('news that comes while an order is read is not set back', async () => {
  await readOnceWhile('o1', () => personDb('u1').orders.put(order('o1', 2)));
  expect((await personDb('u1').orders.get('o1'))?.version).toBe(2);
});

test('an order that is deleted while it is read does not return', async () => {
  await readOnceWhile('o2', () => personDb('u1').orders.delete('o2'));
  expect(await personDb('u1').orders.get('o2')).toBeUndefined();
});
