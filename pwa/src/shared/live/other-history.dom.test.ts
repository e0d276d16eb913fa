import type { Order } from '@karigar/bff/contracts';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rereadMyOrder, useMyOrder, useMyOrders } from '../saved/my-orders.ts';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { signInAs } from '../testing/person.ts';
import type { LivePorts } from './live-connection.ts';
import { keepLive, useLiveOrders } from './live-orders.ts';

const shop = vi.hoisted(() => ({ followLive: vi.fn(), getOrder: vi.fn(), getOrdersOf: vi.fn() }));
vi.mock('./live-connection.ts', () => ({ followLive: shop.followLive }));
vi.mock('../api/calls.ts', () => ({ ...shop, getOrderTimeline: async () => [] }));

const email = 'rahima@karigar.example';
const order = (_id: string, version: number): Order =>
  ({ _id, version, email, createdAt: `2026-01-01T00:00:0${_id.at(-1)}` }) as Order;

/** What the shop answers: first all of it, then what is left when it has lost its last events. */
const before = [order('o3', 1), order('o2', 3), order('o1', 1)];
const after = [order('o2', 2), order('o1', 1)];
function answer(orders: Order[]): void {
  shop.getOrdersOf.mockImplementation(async () => ({
    items: orders,
    total: orders.length,
    nextCursor: null,
  }));
  shop.getOrder.mockImplementation(async (id: string) => orders.find(({ _id }) => _id === id));
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  signInAs({ email });
  await personDb('u1').write(({ orders }) => orders.put(...before));
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await removePersonDb('u1');
});

test('what the shop has lost leaves the pages, also an order that was further than it is now', async () => {
  const held = Promise.withResolvers<LivePorts>();
  shop.followLive.mockImplementation(async (ports: LivePorts) => held.resolve(ports));
  const stop = keepLive('u1');
  answer(before);
  const list = renderHook(() => useMyOrders());
  const lost = renderHook(() => useMyOrder('o3'));
  const page = renderHook(() => {
    useLiveOrders(
      () => undefined,
      () => void rereadMyOrder('u1', 'o2'),
    );
    return useMyOrder('o2');
  });
  await vi.waitFor(async () =>
    expect(await personDb('u1').read(({ timelines }) => timelines.get('o3'))).toBeDefined(),
  );
  await vi.waitFor(async () =>
    expect(await personDb('u1').read(({ timelines }) => timelines.get('o2'))).toBeDefined(),
  );
  await vi.waitFor(() => expect(list.result.current.data?.total).toBe(3));
  expect([page.result.current.data?.version, lost.result.current.data?.version]).toEqual([3, 1]);
  answer(after);
  await (await held.promise).onGap('1.41.aaaaaaaa');
  await vi.waitFor(() =>
    expect(list.result.current.data?.orders.map(({ _id, version }) => [_id, version])).toEqual([
      ['o2', 2],
      ['o1', 1],
    ]),
  );
  await vi.waitFor(() => expect(page.result.current.data?.version).toBe(2));
  await vi.waitFor(() => expect(lost.result.current.data).toBeNull());
  expect(list.result.current.data?.total).toBe(2);
  expect(await personDb('u1').read(({ timelines }) => timelines.get('o3'))).toMatchObject({ entries: [] });
  stop();
});

test('news of an order that the device holds further has the orders read again', async () => {
  const held = Promise.withResolvers<LivePorts>();
  shop.followLive.mockImplementation(async (ports: LivePorts) => held.resolve(ports));
  const stop = keepLive('u1');
  const { onOrder } = await held.promise;
  answer(after);
  await onOrder({ seq: 42, type: 'order.paid', orderId: 'o2', order: order('o2', 2) }, '1.42.aaaaaaaa');
  await vi.waitFor(async () =>
    expect((await personDb('u1').read(({ orders }) => orders.get('o2')))?.version).toBe(2),
  );
  expect(await personDb('u1').read(({ facts }) => facts.get('live'))).toEqual({
    key: 'live',
    id: '1.42.aaaaaaaa',
  });
  stop();
});
