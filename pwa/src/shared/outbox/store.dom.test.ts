import type { Order } from '@karigar/bff/contracts';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countUnsent, forgetOtherPeople, personDb, removePersonDb } from '../saved/person-db.ts';
import { forgetPerson, keepPerson, keepToken } from '../session/session-store.ts';
import { addEntry, beginNext, changeEntry, discardEntry, markWaiting, recordOutcome } from './store.ts';
import { orderWork } from './testing-entries.ts';

beforeEach(() => {
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
});
afterEach(async () => {
  await removePersonDb('u1');
  await removePersonDb('u2');
});

const status = async (id: string) => (await personDb('u1').outbox.get(id))?.status;

test('the same intent twice is one entry', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  const again = await addEntry('u1', 'i1', { ...orderWork, picture: 'other' }, 2);
  expect(again.createdAt).toBe(1);
  expect(await personDb('u1').outbox.count()).toBe(1);
});

test('an entry that has been tried can be neither changed nor thrown away', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  await beginNext('u1', new Set(), 2);
  expect(await changeEntry('u1', 'i1', orderWork)).toBeNull();
  expect(await discardEntry('u1', 'i1')).toBe(false);
  expect(await status('i1')).toBe('sending');
});

test('an accepted order is in My Orders in the same step', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  await beginNext('u1', new Set(), 2);
  const order = { _id: 'o1', version: 1, toolsName: 'Hand saw', createdAt: '2026-01-01' } as Order;
  await recordOutcome('u1', 'i1', { type: 'accepted', orderId: 'o1', order }, 3);
  expect(await status('i1')).toBe('accepted');
  expect(await personDb('u1').orders.get('o1')).toMatchObject({ toolsName: 'Hand saw' });
  expect(await countUnsent('u1')).toBe(0);
});

test('a late answer does not overwrite newer news of the order', async () => {
  const paid = { _id: 'o1', version: 2, paid: true } as Order;
  await personDb('u1').orders.put(paid);
  await addEntry('u1', 'i1', orderWork, 1);
  await recordOutcome(
    'u1',
    'i1',
    { type: 'accepted', orderId: 'o1', order: { ...paid, version: 1, paid: false } },
    3,
  );
  expect(await personDb('u1').orders.get('o1')).toMatchObject({ version: 2, paid: true });
});

test('a refused entry may be changed, and goes again under its own id', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  await beginNext('u1', new Set(), 2);
  await recordOutcome('u1', 'i1', { type: 'refused', refusal: { code: 'OUT_OF_STOCK', detail: 'No' } }, 3);
  expect(await changeEntry('u1', 'i1', orderWork)).toMatchObject({ id: 'i1', status: 'saved' });
  expect((await beginNext('u1', new Set(), 4))?.id).toBe('i1');
});

test('the next person finds nothing of the last one', async () => {
  await personDb('u1').orders.put({ _id: 'o1' } as Order);
  forgetPerson();
  await forgetOtherPeople('u2');
  expect(await Dexie.exists('karigar-person-u1')).toBe(false);
});

test('unsent work of an earlier person waits for that person', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  forgetPerson();
  await forgetOtherPeople('u2');
  expect(await countUnsent('u1')).toBe(1);
});

test('a late write cannot bring back the database of a person who has left', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  forgetPerson();
  await removePersonDb('u1');
  await expect(personDb('u1').orders.put({ _id: 'o1' } as Order)).rejects.toThrow('closed');
  expect(await Dexie.exists('karigar-person-u1')).toBe(false);
});

test('the same person may come back on the same page', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  forgetPerson();
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
  expect(await status('i1')).toBe('saved');
});

test('what waits behind a delayed entry says why', async () => {
  await addEntry('u1', 'i1', orderWork, 1);
  await addEntry('u1', 'i2', orderWork, 2);
  await beginNext('u1', new Set(), 3);
  await markWaiting('u1', 'no-answer');
  expect(await personDb('u1').outbox.get('i2')).toMatchObject({ status: 'saved', delay: 'no-answer' });
  expect(await personDb('u1').outbox.get('i1')).toMatchObject({ status: 'sending', delay: null });
});
