import type { ShipmentsAnswer } from '@karigar/bff/contracts';
import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../../shared/testing/order.ts';
import { isUnderWay, nextShippings, type ShippingEvent, type Shippings } from './shipping.ts';

const parcel = (_id: string) => ({ order: orderOf({ _id }) });
const ship = (batch: number, ...ids: string[]): ShippingEvent => ({
  type: 'ship',
  parcels: ids.map(parcel),
  batch,
  due: 5_000,
});
const result = (order: string, fields: Partial<ShipmentsAnswer['results'][number]> = {}) => ({
  order,
  id: order,
  number: 180,
  outcome: 'shipped' as const,
  code: null,
  detail: null,
  ...fields,
});
const after = (...events: ShippingEvent[]): Shippings =>
  events.reduce<Shippings>((all, event) => nextShippings(all, event), new Map());
const progressOf = (all: Shippings) =>
  Object.fromEntries([...all].map(([id, { progress }]) => [id, progress.is]));

describe('shipping', () => {
  it('waits, is sent, and ends with the answer of the shop', () => {
    const sent = after(ship(1, 'a', 'b', 'c'), { type: 'send', orderIds: ['a', 'b', 'c'] });
    expect(progressOf(sent)).toEqual({ a: 'sending', b: 'sending', c: 'sending' });
    const ended = nextShippings(sent, {
      type: 'answer',
      results: [
        result('a'),
        result('b', { outcome: 'unchanged' }),
        result('c', { outcome: 'refused', code: 'ORDER_REFUNDED', detail: 'It was refunded.' }),
      ],
    });
    expect([...ended.values()].map(({ progress }) => progress)).toEqual([
      { is: 'shipped', already: false },
      { is: 'shipped', already: true },
      { is: 'refused', code: 'ORDER_REFUNDED', detail: 'It was refunded.' },
    ]);
  });

  it('is taken back while it waits, and not once it is sent', () => {
    const undo: ShippingEvent = { type: 'undo', orderIds: ['a'] };
    expect(after(ship(1, 'a', 'b'), undo).has('a')).toBe(false);
    expect(progressOf(after(ship(1, 'a'), { type: 'send', orderIds: ['a'] }, undo))).toEqual({
      a: 'sending',
    });
  });

  it('does not begin again while it is under way', () => {
    const twice = after(ship(1, 'a'), ship(2, 'a', 'b'));
    expect(twice.get('a')?.batch).toBe(1);
    expect(twice.get('b')?.batch).toBe(2);
  });

  it('sends nothing that was taken back', () => {
    const all = after(ship(1, 'a'), { type: 'undo', orderIds: ['a'] }, { type: 'send', orderIds: ['a'] });
    expect(all.size).toBe(0);
  });

  it('says that nobody knows, without an answer, and can begin again', () => {
    const silent = after(
      ship(1, 'a'),
      { type: 'send', orderIds: ['a'] },
      { type: 'silence', orderIds: ['a'], detail: 'No network.' },
    );
    expect(silent.get('a')?.progress).toEqual({ is: 'refused', code: null, detail: 'No network.' });
    expect(isUnderWay(nextShippings(silent, ship(2, 'a')).get('a'))).toBe(true);
  });
});
