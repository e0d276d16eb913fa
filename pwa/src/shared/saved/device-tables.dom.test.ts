import Dexie from 'dexie';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { DeviceTables } from './device-tables.ts';

interface Rows {
  facts: { key: string; value: number };
}
const name = 'karigar-test';
const open = () => new DeviceTables<Rows>(name, { facts: 'key' });
const all = (tables: DeviceTables<Rows>) => tables.read(({ facts }) => facts.all());
const put = (tables: DeviceTables<Rows>) => tables.write(({ facts }) => facts.put({ key: 'a', value: 1 }));

const { transaction } = IDBDatabase.prototype;
let begun: Mock<IDBDatabase['transaction']>;
beforeEach(() => {
  begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  window.dispatchEvent(new Event('pageshow'));
  await Dexie.delete(name);
});

/** Writes a row in a transaction that stays open. */
function writeWithoutEnd(tables: DeviceTables<Rows>, onWritten: () => void = () => undefined) {
  return tables.write(async ({ facts }) => {
    await facts.put({ key: 'order', value: 1 });
    onWritten();
    const transaction = begun.mock.results.at(-1)?.value as IDBTransaction;
    // Each answer asks the next question, past Dexie, which therefore announces no change.
    const goOn = () => {
      transaction.objectStore('facts').get('order').onsuccess = goOn;
    };
    goOn();
  });
}

test('what is written in a transaction that does not end is taken back, and its caller hears so', async () => {
  const tables = open();
  await all(tables);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const refused = expect(writeWithoutEnd(tables)).rejects.toMatchObject({ name: 'SilentDatabaseError' });
  await vi.advanceTimersByTimeAsync(10_300);
  await refused;
  expect(tables.isUnusable(undefined)).toBe(true);
  const next = open();
  expect(await all(next)).toEqual([]);
  next.close();
});

test('a page that ends takes back the making of a database, and lets go of those that are open', async () => {
  const first = open();
  const { open: openDatabase } = IDBFactory.prototype;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    const request = openDatabase.apply(this, args);
    request.addEventListener('upgradeneeded', () =>
      queueMicrotask(() => window.dispatchEvent(new Event('pagehide'))),
    );
    return request;
  });
  await expect(put(first)).rejects.toThrow();
  expect(await Dexie.exists(name)).toBe(false);
  vi.mocked(IDBFactory.prototype.open).mockRestore();

  const next = open();
  await put(next);
  window.dispatchEvent(new Event('pagehide'));
  // Nothing stands in the way of a removal or an upgrade while the page is in the back-forward cache.
  const blocked = vi.fn();
  await new Promise((done) => {
    const upgrade = indexedDB.open(name, 11);
    upgrade.onblocked = blocked;
    upgrade.onsuccess = () => done(upgrade.result.close());
  });
  expect(blocked).not.toHaveBeenCalled();
});

test('a page that is shown again goes on with its database', async () => {
  const tables = open();
  await put(tables);
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  expect(await all(tables)).toHaveLength(1);
  tables.close();
});

test('a page that ends in the middle of a transaction lets the next page read and write', async () => {
  const tables = open();
  await new Promise<void>((onWritten) => {
    writeWithoutEnd(tables, onWritten).catch(() => undefined);
  });
  window.dispatchEvent(new Event('pagehide'));
  const next = open();
  expect(await all(next)).toEqual([]);
  await put(next);
  next.close();
});

test('a lost connection is opened again, once', async () => {
  let losses = 0;
  begun.mockImplementation(function (this: IDBDatabase, ...args) {
    losses -= 1;
    if (losses >= 0) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return transaction.apply(this, args);
  });
  const tables = open();
  await put(tables);
  losses = 1;
  expect(await all(tables)).toHaveLength(1);
  losses = 100;
  const refused = await all(tables).catch((error: unknown) => error);
  expect(tables.isUnusable(refused)).toBe(true);
  tables.close();
});

test('a database that is closed for good stays closed', async () => {
  const tables = open();
  await put(tables);
  tables.close();
  await expect(all(tables)).rejects.toThrow('closed');
});
