import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson, keepPerson, keepToken } from '../session/session-store.ts';
import { orderOf } from '../testing/order.ts';
import { isAfterLeaving, PersonDb, personDb, removePersonDb } from './person-db.ts';

const name = 'karigar-person-u1';
const writeHere = () => personDb('u1').meta.put({ key: 'live.id', value: '0.7.aaaaaaaa' });

function signIn(): void {
  keepToken('token');
  keepPerson({ uid: 'u1', email: 'rahima@karigar.example', name: 'Rahima', photoURL: null, admin: false });
}

/** What this tab sees of a sign-out in another one: the database goes, the session's change is heard of later. */
const removeInAnotherTab = () =>
  new Promise((done) => {
    indexedDB.deleteDatabase(name).onsuccess = done;
  });

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => removePersonDb('u1'));

test('a database that another tab removed is not made anew by a late read here', async () => {
  await writeHere();
  await removeInAnotherTab();
  const refused = await writeHere().catch((error: unknown) => error);
  expect(isAfterLeaving(refused, 'u1')).toBe(true);
  expect(await Dexie.exists(name)).toBe(false);
});

test('an opening that is on its way when the person leaves makes no database', async () => {
  const late = writeHere().catch((error: unknown) => error);
  forgetPerson();
  expect(isAfterLeaving(await late, 'u1')).toBe(true);
  await vi.waitFor(async () => expect(await Dexie.exists(name)).toBe(false));
});

test.each([new Dexie.DatabaseClosedError(), new Dexie.AbortError(), new Dexie.InvalidStateError()])(
  '%s is expected only after the person has left',
  (error) => {
    expect(isAfterLeaving(error, 'u1')).toBe(false);
    forgetPerson();
    expect(isAfterLeaving(error, 'u1')).toBe(true);
    expect(isAfterLeaving(new Dexie.ConstraintError(), 'u1')).toBe(false);
  },
);

test('a database that this tab has not opened yet is not made after a sign-out elsewhere', async () => {
  localStorage.clear();
  const refused = await writeHere().catch((error: unknown) => error);
  expect(isAfterLeaving(refused, 'u1')).toBe(true);
  await vi.waitFor(async () => expect(await Dexie.exists(name)).toBe(false));
});

test('a connection that closes a moment late holds the removal up without a word in the console', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await writeHere();
  const late = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
  });
  late.onversionchange = () => setTimeout(() => late.close());
  forgetPerson();
  await removePersonDb('u1');
  expect(await Dexie.exists(name)).toBe(false);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test('after a new sign-in the database is made anew', async () => {
  await writeHere();
  await removeInAnotherTab();
  await writeHere().catch(() => undefined);
  forgetPerson();
  signIn();
  await writeHere();
  expect(await personDb('u1').meta.get('live.id')).toEqual({ key: 'live.id', value: '0.7.aaaaaaaa' });
});

test('one that another tab has made anew after a sign-in there is used here too', async () => {
  await writeHere();
  await removeInAnotherTab();
  const other = new PersonDb('u1');
  await other.meta.put({ key: 'live.id', value: '0.8.aaaaaaaa' });
  expect(await personDb('u1').meta.get('live.id')).toEqual({ key: 'live.id', value: '0.8.aaaaaaaa' });
  other.close();
});

test('signing in and out again and again leaves nothing behind that follows the page', async () => {
  const added = vi.spyOn(document, 'addEventListener');
  const removed = vi.spyOn(document, 'removeEventListener');
  const following = () => {
    const stopped = new Set(removed.mock.calls.map(([, listener]) => listener));
    return added.mock.calls.filter(([, listener]) => !stopped.has(listener)).length;
  };
  for (let time = 0; time < 3; time += 1) {
    await writeHere();
    expect(following()).toBe(1);
    forgetPerson();
    expect(following()).toBe(0);
    await removePersonDb('u1');
    signIn();
  }
  vi.restoreAllMocks();
});

test('an order that an older release saved says that nobody has asked for its money or corrected it, and what it cannot know', async () => {
  const { refund, refundRequest, refundFailure, cancellation, dispute, ...beforeRefunds } = orderOf();
  const { number, phone, carrier, trackingNumber, trackingUrl, corrections, correctedAt, ...older } =
    beforeRefunds;
  const raw = new Dexie(name);
  await personDb('u1').open();
  await raw.open();
  await raw
    .table('orders')
    .bulkAdd([older, orderOf({ _id: 'ord_2', refundFailure: { at: older.createdAt } })]);
  raw.close();
  const { orders } = personDb('u1');
  // Its number is read from the shop; until then it has none.
  expect(await orders.get('ord_1')).toEqual(orderOf({ number: 0 }));
  expect((await orders.toArray()).map((order) => order.refundFailure)).toEqual([
    null,
    { at: older.createdAt },
  ]);
  expect(await orders.get('ord_3')).toBeUndefined();
});
