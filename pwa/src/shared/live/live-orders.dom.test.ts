import type { Order, OrderToShip } from '@karigar/bff/contracts';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { signInAs } from '../testing/person.ts';
import type { LivePorts } from './live-connection.ts';
import { keepLive, useLiveOrders } from './live-orders.ts';

const shop = vi.hoisted(() => ({ followLive: vi.fn(), rereadMyOrders: vi.fn() }));
vi.mock('./live-connection.ts', () => ({ followLive: shop.followLive }));
vi.mock('../saved/my-orders.ts', () => ({ rereadMyOrders: shop.rereadMyOrders }));

beforeEach(() => {
  signInAs({ email: 'admin@karigar.example', name: 'Admin', roles: ['admin'] });
});
afterEach(() => removePersonDb('u1'));

/** The ports of the one connection that this tab holds. */
async function connected(): Promise<{ ports: LivePorts; stop: () => void }> {
  const held = Promise.withResolvers<LivePorts>();
  shop.followLive.mockImplementation(async (ports: LivePorts) => held.resolve(ports));
  const stop = keepLive('u1');
  return { ports: await held.promise, stop };
}

test('an order that is deleted elsewhere is no longer counted', async () => {
  const db = personDb('u1');
  await db.write(async ({ orders, facts }) => {
    await orders.put({ _id: 'o1', version: 1 } as Order);
    await facts.put({ key: 'list', total: 3, oldest: '', savedAt: 1 });
  });
  const { ports, stop } = await connected();
  const deleted = { type: 'order.deleted', orderId: 'o1', order: null };
  await ports.onOrder({ seq: 7, ...deleted }, '0.7.aaaaaaaa');
  await ports.onOrder({ seq: 7, ...deleted }, '0.7.aaaaaaaa');
  expect(await db.read(({ orders }) => orders.all())).toEqual([]);
  expect(await db.read(({ facts }) => facts.get('list'))).toMatchObject({ total: 2 });
  stop();
});

test('without a seat for its stream the page asks again, and nothing is skipped', async () => {
  const onMissed = vi.fn();
  renderHook(() => useLiveOrders(() => undefined, onMissed));
  shop.rereadMyOrders.mockClear();
  const { ports, stop } = await connected();
  const before = await ports.lastId();
  await ports.onRefused();
  expect(onMissed).toHaveBeenCalledOnce();
  expect(shop.rereadMyOrders).toHaveBeenCalledExactlyOnceWith('u1');
  expect(await ports.lastId()).toBe(before);
  stop();
});

test('after a gap everything is read again once, and the next connection goes on from its end', async () => {
  const onMissed = vi.fn();
  const onNews = vi.fn();
  renderHook(() => useLiveOrders(onNews, onMissed));
  const { ports, stop } = await connected();
  expect(await ports.lastId()).toBeNull();
  await ports.onGap('0.41.aaaaaaaa');
  expect(onMissed).toHaveBeenCalledOnce();
  expect(shop.rereadMyOrders).toHaveBeenCalledExactlyOnceWith('u1');
  expect(await ports.lastId()).toBe('0.41.aaaaaaaa');
  await ports.onOrder({ seq: 42, type: 'order.deleted', orderId: 'o1', order: null }, '0.42.aaaaaaaa');
  expect(onNews).toHaveBeenCalledOnce();
  expect(onMissed).toHaveBeenCalledOnce();
  expect(await ports.lastId()).toBe('0.42.aaaaaaaa');
  stop();
});

test('a page that is hidden lets go of the connection, and goes on after its last message when it is seen', async () => {
  const connections: LivePorts[] = [];
  shop.followLive.mockImplementation(async (ports: LivePorts) => {
    connections.push(ports);
    await new Promise((ended) => ports.signal.addEventListener('abort', ended));
  });
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const show = async (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((done) => setTimeout(done));
  };
  await show('hidden');
  const stop = keepLive('u1');
  await show('hidden');
  expect(connections).toHaveLength(0);

  await show('visible');
  await connections[0]?.onGap('0.41.aaaaaaaa');
  await show('hidden');
  expect(connections.map(({ signal }) => signal.aborted)).toEqual([true]);
  // Another page of this browser has heard more meanwhile.
  await personDb('u1').write(({ facts }) => facts.put({ key: 'live', id: '0.43.aaaaaaaa' }));

  await show('visible');
  expect(connections).toHaveLength(2);
  expect(await connections[1]?.lastId()).toBe('0.41.aaaaaaaa');
  stop();
  await vi.waitFor(() => expect(connections[1]?.signal.aborted).toBe(true));
  visibility.mockRestore();
});

test('a packer hears of somebody else’s order, and the device keeps nothing of it', async () => {
  const onNews = vi.fn();
  renderHook(() => useLiveOrders(onNews, () => undefined));
  const { ports, stop } = await connected();
  const parcel = { orderId: 'o7', order: { _id: 'o7', name: 'Rahima' } as OrderToShip };
  await ports.onOrder(parcel, '0.43.aaaaaaaa');
  expect(onNews).toHaveBeenCalledExactlyOnceWith(parcel);
  expect(await personDb('u1').read(({ orders }) => orders.all())).toEqual([]);
  expect(await ports.lastId()).toBe('0.43.aaaaaaaa');
  stop();
});
