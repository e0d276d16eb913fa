import type { Order } from '@karigar/bff/contracts';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '../session/session-store.ts';
import { entries } from '../testing/outbox-entries.ts';
import { signInAs } from '../testing/person.ts';
import { DeviceTables } from './device-tables.ts';
import {
  countUnsent,
  factOf,
  forgetOtherPeople,
  hasLeft,
  type PersonRows,
  personDb,
  removePersonDb,
} from './person-db.ts';

const name = 'karigar-person-u1';
const writeHere = () => personDb('u1').write(({ facts }) => facts.put({ key: 'live', id: '0.7.aaaaaaaa' }));
const live = async () => (await personDb('u1').read((tables) => factOf(tables, 'live')))?.id;

/** What this tab sees of a sign-out in another one: the database goes, the session's change is heard of later. */
const removeInAnotherTab = () =>
  new Promise((done) => {
    indexedDB.deleteDatabase(name).onsuccess = done;
  });

beforeEach(() => {
  localStorage.clear();
  signInAs();
});
afterEach(() => removePersonDb('u1'));

test('a database that another tab removed is not made anew by a late read here', async () => {
  await writeHere();
  await removeInAnotherTab();
  await expect(writeHere()).rejects.toThrow();
  expect(hasLeft('u1')).toBe(true);
  expect(await Dexie.exists(name)).toBe(false);
});

test('an opening that is on its way when the person leaves makes no database', async () => {
  const late = expect(writeHere()).rejects.toThrow();
  forgetPerson();
  await late;
  expect(hasLeft('u1')).toBe(true);
  await vi.waitFor(async () => expect(await Dexie.exists(name)).toBe(false));
});

test('a database that this tab has not opened yet is not made after a sign-out elsewhere', async () => {
  localStorage.clear();
  await expect(writeHere()).rejects.toThrow();
  expect(hasLeft('u1')).toBe(true);
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
  signInAs();
  await writeHere();
  expect(await live()).toBe('0.7.aaaaaaaa');
});

test('one that another tab has made anew after a sign-in there is used here too', async () => {
  await writeHere();
  await removeInAnotherTab();
  const other = new DeviceTables<Pick<PersonRows, 'facts'>>(name, { facts: 'key' });
  await other.write(({ facts }) => facts.put({ key: 'live', id: '0.8.aaaaaaaa' }));
  expect(await live()).toBe('0.8.aaaaaaaa');
  other.close();
});

test('the next person finds nothing of the last one', async () => {
  await personDb('u1').write(({ orders }) => orders.put({ _id: 'o1' } as Order));
  forgetPerson();
  await forgetOtherPeople('u2');
  expect(await Dexie.exists('karigar-person-u1')).toBe(false);
});

test('unsent work of an earlier person waits for that person', async () => {
  await personDb('u1').write(({ outbox }) => outbox.put(entries.saved));
  forgetPerson();
  await forgetOtherPeople('u2');
  expect(await countUnsent('u1')).toBe(1);
});

test('a late write cannot bring back the database of a person who has left', async () => {
  await personDb('u1').write(({ outbox }) => outbox.put(entries.saved));
  forgetPerson();
  await removePersonDb('u1');
  await expect(personDb('u1').write(({ orders }) => orders.put({ _id: 'o1' } as Order))).rejects.toThrow(
    'closed',
  );
  expect(await Dexie.exists('karigar-person-u1')).toBe(false);
});
