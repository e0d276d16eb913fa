import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { saveDraft, useDraft } from '../saved/draft.ts';
import { mirroredDraft } from '../saved/draft-mirror.ts';
import { revalidateMyOrders, useMyOrder, useMyOrders } from '../saved/my-orders.ts';
import { countUnsent, personDb, removePersonDb } from '../saved/person-db.ts';
import { keepPerson, keepToken } from '../session/session-store.ts';
import { orderOf } from '../testing/order.ts';
import { type Refusal, refuseStorage } from '../testing/refused-storage.ts';
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
const refusals: Refusal[] = ['opening', 'using', 'throwing', 'failing', 'full', 'absent'];
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

test.each(refusals)('a page is drawn from the network where the storage is %s', async (how) => {
  if (how === 'using') await personDb(uid).open();
  answerAgain = refuseStorage(how);
  const list = renderHook(() => useMyOrders());
  const one = renderHook(() => useMyOrder(order._id));
  const draft = renderHook(() => useDraft('purchase.t1'));
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]), patience);
  await vi.waitFor(() => expect(one.result.current.data).toEqual(order), patience);
  await vi.waitFor(() => expect(draft.result.current.draft).toBeNull(), patience);
});

test('a page that was drawn from the device before is drawn from the network too', async () => {
  await revalidateMyOrders(uid);
  const list = renderHook(() => useMyOrders());
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]));
  answerAgain = refuseStorage('using');
  const one = renderHook(() => useMyOrder(order._id));
  await vi.waitFor(() => expect(one.result.current.data).toEqual(order), patience);
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]), patience);
});

test.each(refusals)(
  'an order is taken in memory where the storage is %s, as the shop can be reached',
  async (how) => {
    if (how === 'using') await personDb(uid).open();
    answerAgain = refuseStorage(how);
    await addEntry(uid, 'i1', orderWork, 1);
    expect(personDb(uid).isStandIn).toBe(true);
    expect(await personDb(uid).outbox.count()).toBe(1);
    expect(await countUnsent(uid)).toBe(1);
  },
);

test('an order is not taken while there is neither storage nor shop', async () => {
  answerAgain = refuseStorage('throwing');
  noteSilence();
  await expect(addEntry(uid, 'i1', orderWork, 1)).rejects.toThrow(NotStoredError);
  noteAnswer();
  await addEntry(uid, 'i1', orderWork, 1);
});

test('what is typed meanwhile is there at the next visit', async () => {
  answerAgain = refuseStorage('opening');
  await saveDraft(uid, 'purchase.t1', { address: 'House 7' }, 5);
  expect(mirroredDraft(uid, 'purchase.t1')?.value).toEqual({ address: 'House 7' });
});
