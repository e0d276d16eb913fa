import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveDraft, useDraft } from '../saved/draft.ts';
import { revalidateMyOrders, useMyOrder, useMyOrders } from '../saved/my-orders.ts';
import { personDb, removePersonDb } from '../saved/person-db.ts';
import { keepPerson, keepToken } from '../session/session-store.ts';
import { orderOf } from '../testing/order.ts';
import { silenceStorage } from '../testing/silent-storage.ts';
import { addEntry, NotStoredError } from './store.ts';
import { orderWork } from './testing-entries.ts';

const order = orderOf();
vi.mock('../api/calls.ts', () => ({
  getOrder: async () => order,
  getOrdersOf: async () => ({ items: [order], total: 1, nextCursor: null }),
  getOrderTimeline: async () => [],
}));

let answerAgain: () => void = () => undefined;
let people = 0;
let uid = '';
/** Longer than the device is waited for, and asked again. */
const patience = { timeout: 10_000 };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  people += 1;
  uid = `silent${people}`;
  keepToken('token');
  keepPerson({ uid, email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
});
afterEach(async () => {
  answerAgain();
  cleanup();
  vi.unstubAllGlobals();
  await removePersonDb(uid);
});

test.each(['opening', 'using'] as const)(
  'a page is drawn from the network where %s a database is not answered',
  async (what) => {
    if (what === 'using') await personDb(uid).open();
    answerAgain = silenceStorage(what);
    const list = renderHook(() => useMyOrders());
    const one = renderHook(() => useMyOrder(order._id));
    const draft = renderHook(() => useDraft('purchase.t1'));
    await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]), patience);
    await vi.waitFor(() => expect(one.result.current.data).toEqual(order), patience);
    await vi.waitFor(() => expect(draft.result.current.draft).toBeNull(), patience);
  },
);

test('a page that was drawn from the device before is drawn from the network too', async () => {
  await revalidateMyOrders(uid);
  const list = renderHook(() => useMyOrders());
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]));
  answerAgain = silenceStorage('using');
  const one = renderHook(() => useMyOrder(order._id));
  await vi.waitFor(() => expect(one.result.current.data).toEqual(order), patience);
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]), patience);
});

test.each(['opening', 'using'] as const)(
  'an order is not taken while %s the database is not answered',
  async (what) => {
    if (what === 'using') await personDb(uid).open();
    answerAgain = silenceStorage(what);
    await expect(addEntry(uid, 'i1', orderWork, 1)).rejects.toThrow(NotStoredError);
    await vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(true), patience);
    await expect(addEntry(uid, 'i1', orderWork, 1)).rejects.toThrow(NotStoredError);
    answerAgain();
    await vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(false), patience);
    expect(await personDb(uid).outbox.count()).toBe(0);
    await addEntry(uid, 'i1', orderWork, 1);
    expect(await personDb(uid).outbox.count()).toBe(1);
  },
);

test('what is typed meanwhile is there when the device answers again', async () => {
  answerAgain = silenceStorage('opening');
  await saveDraft(uid, 'purchase.t1', { address: 'House 7' }, 5);
  answerAgain();
  await vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(false), patience);
  const draft = renderHook(() => useDraft('purchase.t1'));
  await vi.waitFor(() => expect(draft.result.current.draft).toEqual({ address: 'House 7' }));
});

test('a device of which one part does not answer is not used again before all of it does', async () => {
  await personDb(uid).open();
  answerAgain = silenceStorage('using', 'outbox');
  await expect(addEntry(uid, 'i1', orderWork, 1)).rejects.toThrow(NotStoredError);
  await vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(true), patience);
  const isUsedAgain = vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(false), { timeout: 3_000 });
  await expect(isUsedAgain).rejects.toThrow();
  answerAgain();
  await vi.waitFor(() => expect(personDb(uid).isStandIn).toBe(false), patience);
});
