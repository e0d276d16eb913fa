import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerError } from '../api/failure.ts';
import { noteAnswer, noteSilence } from '../api/reachability.ts';
import { revalidateMyOrders, useMyOrder, useMyOrders } from '../saved/my-orders.ts';
import { countUnsent, personDb, removePersonDb } from '../saved/person-db.ts';
import { orderOf } from '../testing/order.ts';
import { orderWork } from '../testing/outbox-entries.ts';
import { signInAs } from '../testing/person.ts';
import { type Refusal, refuseStorage } from '../testing/refused-storage.ts';
import { enqueue, NotStoredError } from './outbox.ts';

const order = orderOf();
vi.mock('../api/call.ts', () => ({ call: () => Promise.reject(new NoAnswerError('unreachable')) }));
vi.mock('../saved/catalogue.ts', () => ({ rereadTools: vi.fn(), rereadReviews: vi.fn() }));
vi.mock('../api/calls.ts', () => ({
  getOrder: async () => order,
  getOrdersOf: async () => ({ items: [order], total: 1, nextCursor: null }),
  getOrderTimeline: async () => [],
}));

let answerAgain: () => void = () => undefined;
let people = 0;
let uid = '';
const refusals: Refusal[] = ['opening', 'using', 'throwing', 'failing', 'full', 'absent'];
const openDatabase = () => personDb(uid).read(({ facts }) => facts.all());
/** Longer than the device is waited for, and asked again. */
const patience = { timeout: 10_000 };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  people += 1;
  uid = `silent${people}`;
  signInAs({ uid });
});
afterEach(async () => {
  answerAgain();
  cleanup();
  vi.unstubAllGlobals();
  await removePersonDb(uid);
});

test.each(refusals)('a page is drawn from the network where the storage is %s', async (how) => {
  if (how === 'using') await openDatabase();
  answerAgain = refuseStorage(how);
  const list = renderHook(() => useMyOrders());
  const one = renderHook(() => useMyOrder(order._id));
  await vi.waitFor(() => expect(list.result.current.data?.orders).toEqual([order]), patience);
  await vi.waitFor(() => expect(one.result.current.data).toEqual(order), patience);
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
    if (how === 'using') await openDatabase();
    answerAgain = refuseStorage(how);
    await enqueue('i1', orderWork);
    expect(personDb(uid).isMemory).toBe(true);
    expect(await personDb(uid).read(async ({ outbox }) => (await outbox.all()).length)).toBe(1);
    expect(await countUnsent(uid)).toBe(1);
  },
);

test('an order is not taken while there is neither storage nor shop', async () => {
  answerAgain = refuseStorage('throwing');
  noteSilence();
  await expect(enqueue('i1', orderWork)).rejects.toThrow(NotStoredError);
  noteAnswer();
  await enqueue('i1', orderWork);
});
