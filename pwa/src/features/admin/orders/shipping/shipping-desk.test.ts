import type { ShipmentsAnswer } from '@karigar/bff/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import type { Parcel, Shipping } from './shipping.ts';
import { createShippingDesk, undoTime } from './shipping-desk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const parcel = (id: string) => ({ order: orderOf({ _id: id }) });
const shipped = ({ order: { _id } }: Parcel): ShipmentsAnswer['results'][number] => ({
  order: _id,
  id: _id,
  number: 180,
  outcome: 'shipped',
  code: null,
  detail: null,
});
/** A desk whose shop ships everything, and what it was sent. */
function deskOf(answer = async (parcels: readonly Parcel[]) => parcels.map(shipped)) {
  const send = vi.fn((parcels: readonly Parcel[], _: { keepalive: boolean }) => answer(parcels));
  const onEnded = vi.fn((_: readonly Shipping[]) => undefined);
  const desk = createShippingDesk({ send, onEnded, wordsOf: String });
  const sent = () => send.mock.calls.map(([parcels]) => parcels.map(({ order }) => order._id));
  const progress = (id: string) => desk.shippings.get().get(id)?.progress;
  return { desk, send, sent, onEnded, progress };
}

test('parcels of one press are sent together once their time is over', async () => {
  const { desk, sent, onEnded, progress } = deskOf();
  desk.ship([parcel('a'), parcel('b')]);
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toEqual([['a', 'b']]);
  expect(progress('b')).toEqual({ is: 'shipped', already: false });
  expect(onEnded.mock.lastCall?.[0].map(({ parcel: { order } }) => order._id)).toEqual(['a', 'b']);
});

test('what is taken back is never sent, and the rest of its press is', async () => {
  const { desk, sent } = deskOf();
  desk.ship([parcel('a'), parcel('b')]);
  desk.undo(['a']);
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(sent()).toEqual([['b']]);
});

test('an order that was taken back and shipped again waits its whole time', async () => {
  const { desk, sent } = deskOf();
  desk.ship([parcel('a')]);
  await vi.advanceTimersByTimeAsync(3_000);
  desk.undo(['a']);
  desk.ship([parcel('a')]);
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent()).toEqual([['a']]);
});

test('whoever leaves sends everything that waits at once, and nothing twice', async () => {
  const { desk, send, sent } = deskOf();
  desk.ship([parcel('a')]);
  desk.ship([parcel('b')]);
  desk.sendAll({ keepalive: true });
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.anything(), { keepalive: true });
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(sent()).toEqual([['a', 'b']]);
});

test('no more are sent with one call than the shop takes', async () => {
  const { desk, sent } = deskOf();
  desk.ship(Array.from({ length: 101 }, (_, at) => parcel(`o${at}`)));
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(sent().map((part) => part.length)).toEqual([100, 1]);
});

test('parcels without an answer may be shipped again', async () => {
  const { desk, progress, onEnded } = deskOf(() => Promise.reject(new Error('No network')));
  desk.ship([parcel('a')]);
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(progress('a')).toEqual({ is: 'refused', code: null, detail: 'Error: No network' });
  expect(onEnded).toHaveBeenCalledOnce();
  expect(desk.ship([parcel('a')])).toHaveLength(1);
});

test('a parcel under way does not begin again', () => {
  const { desk } = deskOf();
  desk.ship([parcel('a')]);
  expect(desk.ship([parcel('a')])).toEqual([]);
});
