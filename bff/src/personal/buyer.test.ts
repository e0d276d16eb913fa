import type { OrderDocument } from '@karigar/events';
import { expect, it } from 'vitest';
import { openOrder, openOrders, sealBuyer } from './buyer.ts';
import { openPersonal } from './personal.ts';
import { memoryKeyStore } from './testing/memory-key-store.ts';

const buyer = { email: 'rina@example.com', name: 'Rina', address: '1 Road', city: 'Dhaka', zip: '1207' };
const gone = { name: 'Erased customer', email: '', address: '', city: '', zip: '' };
const orderOf = (uid: string, person: OrderDocument['person']) =>
  ({ id: `ord_${uid}`, uid, person }) as OrderDocument;

it('nothing is left of an erased person', async () => {
  const personal = await openPersonal(memoryKeyStore(), () => undefined);
  const orders = [orderOf('u1', await sealBuyer(personal, 'u1', 'ord_u1', buyer))];
  expect(await openOrders(personal, orders)).toMatchObject([buyer]);
  await personal.erase('u1');
  expect(await openOrders(personal, orders)).toMatchObject([gone]);
});

it('a missing key raises the alarm: an order alone is refused, a list shows the others', async () => {
  const store = memoryKeyStore();
  const troubles: string[] = [];
  const personal = await openPersonal(store, (trouble) => troubles.push(trouble));
  const lost = orderOf('u1', await sealBuyer(personal, 'u1', 'ord_u1', buyer));
  const other = orderOf('u2', await sealBuyer(personal, 'u2', 'ord_u2', buyer));
  store.lose('u1');
  personal.forget('u1');
  await expect(openOrder(personal, lost)).rejects.toMatchObject({ code: 'KEY_MISSING' });
  expect(await openOrders(personal, [lost, other])).toMatchObject([
    { name: 'Not readable right now' },
    buyer,
  ]);
  expect(troubles).toEqual(['missing', 'missing']);
});
