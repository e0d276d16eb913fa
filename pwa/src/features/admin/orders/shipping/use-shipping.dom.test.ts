import type { Order, ShipmentsAnswer } from '@karigar/bff/contracts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getOrder, shipOrders } from '../../../../shared/api/calls.ts';
import { NoAnswerError } from '../../../../shared/api/failure.ts';
import { noteAnswer, noteSilence } from '../../../../shared/api/reachability.ts';
import { orderOf } from '../../../../shared/testing/order.ts';
import { notifyFailure, notifySuccess } from '../../../../shared/ui/toast.ts';
import { adminsDesk } from '../model/desk.ts';
import { undoTime, useShipping } from './use-shipping.ts';

vi.mock('../../../../shared/api/calls.ts');
vi.mock('../../../../shared/ui/toast.ts');

type Result = ShipmentsAnswer['results'][number];
const result = (order: string, outcome: Result['outcome'] = 'shipped'): Result => ({
  order,
  id: order,
  number: 180,
  outcome,
  code: outcome === 'refused' ? 'ORDER_REFUNDED' : null,
  detail: outcome === 'refused' ? 'It was refunded.' : null,
});
const parcel = (_id: string) => ({ order: orderOf({ _id }) });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const sent = () => vi.mocked(shipOrders).mock.calls.map(([parcels]) => parcels.map(({ order }) => order));

/** The shipping of one list. */
function open() {
  const [put, refresh] = [vi.fn(), vi.fn(async () => undefined)];
  const { result: hook, unmount } = renderHook(() =>
    useShipping(adminsDesk, { put, refresh, miss: vi.fn(), readSoon: vi.fn() }),
  );
  const ship = (...ids: string[]) => act(() => hook.current.ship(ids.map(parcel)));
  const progress = (id: string) => hook.current.shippings.get(id);
  return { hook, put, refresh, unmount, ship, progress };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  noteAnswer();
  vi.mocked(shipOrders).mockImplementation(async (parcels) => parcels.map(({ order }) => result(order)));
});
afterEach(() => void vi.useRealTimers());

test('parcels of one press are sent together once their time is over', async () => {
  const { ship, progress, put } = open();
  ship('a', 'b');
  await pass(undoTime - 1);
  expect(sent()).toEqual([]);
  await pass(1);
  expect(sent()).toEqual([['a', 'b']]);
  expect(progress('b')?.is).toBe('shipped');
  expect(put).toHaveBeenCalledWith('b', expect.objectContaining({ status: 'Shipped' }));
  expect(notifySuccess).toHaveBeenCalledExactlyOnceWith('2 shipped.');
});

test('what is taken back is never sent, and the rest of its press is', async () => {
  const { hook, ship } = open();
  ship('a', 'b');
  act(() => hook.current.undo(['a']));
  expect(hook.current.waiting.map(({ order }) => order._id)).toEqual(['b']);
  await pass(undoTime);
  expect(sent()).toEqual([['b']]);
});

test('an order that was taken back and shipped again waits its whole time', async () => {
  const { hook, ship } = open();
  ship('a');
  await pass(3_000);
  act(() => hook.current.undo(['a']));
  ship('a');
  await pass(undoTime - 1);
  expect(sent()).toEqual([]);
  await pass(1);
  expect(sent()).toEqual([['a']]);
});

test('what waits is sent at once when the list is left, and nothing twice', async () => {
  const { ship, unmount } = open();
  ship('a');
  ship('b');
  unmount();
  await pass(undoTime);
  expect(sent()).toEqual([['a'], ['b']]);
  expect(shipOrders).toHaveBeenCalledWith(expect.anything(), { keepalive: true });
});

test('a parcel under way does not begin again, a refused one may', async () => {
  vi.mocked(shipOrders).mockImplementation(async (parcels) =>
    parcels.map(({ order }) => result(order, 'refused')),
  );
  const { ship, progress, refresh } = open();
  ship('a');
  ship('a');
  await pass(undoTime);
  expect(sent()).toEqual([['a']]);
  expect(progress('a')).toMatchObject({ is: 'refused', code: 'ORDER_REFUNDED', detail: 'It was refunded.' });
  expect(refresh).toHaveBeenCalledExactlyOnceWith('a');
  ship('a');
  expect(progress('a')?.is).toBe('waiting');
});

const left = { status: 'Shipped' } as const;
test.each<[string, Partial<Order>, { trackingNumber?: string }, Partial<Order>, string]>([
  ['has left', {}, {}, left, 'shipped'],
  ['has left with its number', {}, { trackingNumber: 'T1' }, { ...left, trackingNumber: 'T1' }, 'shipped'],
  ['is still there', {}, {}, {}, 'refused'],
  ['got its number later', left, { trackingNumber: 'T1' }, { ...left, trackingNumber: 'T1' }, 'tracked'],
  ['had left and got no number', left, { trackingNumber: 'T1' }, left, 'refused'],
])(
  'a parcel without an answer that %s is looked at once the shop answers',
  async (_, before, how, now, is) => {
    vi.mocked(shipOrders).mockImplementation(async () => {
      noteSilence();
      throw new NoAnswerError('timeout');
    });
    vi.mocked(getOrder).mockResolvedValue(orderOf(now));
    const { hook, progress } = open();
    act(() => hook.current.ship([{ order: orderOf(before), ...how }]));
    await pass(undoTime);
    expect(progress('ord_1')?.is).toBe('sending');
    noteAnswer();
    await pass(0);
    expect(progress('ord_1')?.is).toBe(is);
    expect(notifyFailure).toHaveBeenCalledTimes(is === 'refused' ? 1 : 0);
  },
);
