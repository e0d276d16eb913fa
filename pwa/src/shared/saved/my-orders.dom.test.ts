import type { Order } from '@karigar/bff/contracts';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/person.ts';
import { revalidateMyOrders, useMyOrder, useMyOrders } from './my-orders.ts';
import { personDb, removePersonDb } from './person-db.ts';

const { getOrder, getOrdersOf } = vi.hoisted(() => ({ getOrder: vi.fn(), getOrdersOf: vi.fn() }));
vi.mock('../api/calls.ts', () => ({ getOrder, getOrdersOf, getOrderTimeline: async () => [] }));

const order = (id: string, version: number, createdAt = '2026-01-01'): Order =>
  ({ _id: id, version, createdAt }) as Order;

/** Opens the order's page; `meanwhile` happens while the shop's answer, version 1, is on its way. */
async function readOnceWhile(id: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const db = personDb('u1');
  await db.write(({ orders }) => orders.put(order(id, 1)));
  getOrder.mockImplementation(async () => {
    await meanwhile();
    return order(id, 1);
  });
  renderHook(() => useMyOrder(id));
  await vi.waitFor(async () => expect(await db.read(({ timelines }) => timelines.get(id))).toBeDefined());
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  signInAs();
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await removePersonDb('u1');
});

test('news that comes while an order is read is not set back', async () => {
  await readOnceWhile('o1', () => personDb('u1').write(({ orders }) => orders.put(order('o1', 2))));
  expect((await personDb('u1').read(({ orders }) => orders.get('o1')))?.version).toBe(2);
});

test('an order that is deleted while it is read does not return', async () => {
  await readOnceWhile('o2', () => personDb('u1').write(({ orders }) => orders.delete('o2')));
  expect(await personDb('u1').read(({ orders }) => orders.get('o2'))).toBeUndefined();
});

test('an older order that was opened stays on the device, and out of the list of the newest', async () => {
  const newest = Array.from({ length: 300 }, (_, n) => order(`n${n}`, 1, `2026-02-01T00:${999 - n}`));
  const page = (items: Order[]) => ({ items, total: 350, nextCursor: '7' });
  getOrder.mockResolvedValue(order('old', 1));
  renderHook(() => useMyOrder('old'));
  await vi.waitFor(async () =>
    expect(await personDb('u1').read(({ timelines }) => timelines.get('old'))).toBeDefined(),
  );
  getOrdersOf.mockImplementation(async (_email: string, { cursor = '0' }: { cursor?: string }) => ({
    ...page(newest.slice(Number(cursor), Number(cursor) + 100)),
    nextCursor: String(Number(cursor) + 100),
  }));
  await revalidateMyOrders('u1');
  expect(await personDb('u1').read(({ orders }) => orders.get('old'))).toBeDefined();
  const { result } = renderHook(() => useMyOrders());
  await vi.waitFor(() => expect(result.current.data?.orders).toHaveLength(300));
  expect(result.current.data?.total).toBe(350);
});
