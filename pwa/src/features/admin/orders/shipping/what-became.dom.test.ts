import type { Order } from '@karigar/bff/contracts';
import { expect, test, vi } from 'vitest';
import { getOrder } from '../../../../shared/api/calls.ts';
import { orderOf } from '../../../../shared/testing/order.ts';
import { whatBecameOf } from './what-became.ts';

vi.mock('../../../../shared/api/calls.ts');

const left = { status: 'Shipped' } as const;

test.each<[string, Partial<Order>, { trackingNumber?: string }, Partial<Order>, string]>([
  ['has left', {}, {}, left, 'shipped'],
  ['has left with its number', {}, { trackingNumber: 'T1' }, { ...left, trackingNumber: 'T1' }, 'shipped'],
  ['is still there', {}, {}, {}, 'refused'],
  [
    'had left and got its number',
    left,
    { trackingNumber: 'T1' },
    { ...left, trackingNumber: 'T1' },
    'tracked',
  ],
  ['had left and got no number', left, { trackingNumber: 'T1' }, left, 'refused'],
])('a parcel without an answer that %s', async (_, before, how, now, outcome) => {
  vi.mocked(getOrder).mockResolvedValue(orderOf(now));
  const [result] = await whatBecameOf([{ order: orderOf(before), ...how }]);
  expect(result).toMatchObject({ order: 'ord_1', outcome });
});
