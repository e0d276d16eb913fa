import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { SavedDb } from './saved-db.ts';

afterEach(async () => {
  vi.useRealTimers();
  await Dexie.delete('karigar-test');
});

function testDb(): SavedDb {
  const db = new SavedDb('karigar-test');
  db.version(1).stores({ meta: 'key' });
  return db;
}

/** Writes a row in a transaction that stays open. */
function writeWithoutEnd(db: SavedDb, onWritten: () => void = () => undefined): PromiseLike<void> {
  return db.transaction('rw', 'meta', async ({ idbtrans }) => {
    await db.table('meta').put({ key: 'order', value: 1 });
    onWritten();
    // Each answer asks the next question, past Dexie, so that nobody hears of it.
    const goOn = () => {
      idbtrans.objectStore('meta').get('order').onsuccess = goOn;
    };
    goOn();
  });
}

test('what is written in a transaction that does not end is taken back, and whoever waits for it hears so', async () => {
  const db = testDb();
  await db.open();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const refused = expect(writeWithoutEnd(db)).rejects.toMatchObject({ name: 'AbortError' });
  await vi.advanceTimersByTimeAsync(10_100);
  await refused;
  expect(db.isUnusable).toBe(true);
  const again = testDb();
  expect(await again.table('meta').count()).toBe(0);
  again.close();
});

test('a page that ends takes back the making of a database, and lets go of those that are open', async () => {
  const db = testDb();
  const seen = new Promise<void>((resolve) => db.on('populate', () => resolve()));
  const opening = db.open().catch((error: unknown) => error);
  await seen;
  window.dispatchEvent(new Event('pagehide'));
  expect(await opening).toBeInstanceOf(Error);
  expect(await Dexie.exists('karigar-test')).toBe(false);

  const next = testDb();
  await next.table('meta').put({ key: 'a', value: 1 });
  window.dispatchEvent(new Event('pagehide'));
  expect(next.isOpen()).toBe(false);
  // A page that the browser shows again goes on with it.
  expect(await next.table('meta').count()).toBe(1);
  next.close();
});

test('a page that ends in the middle of a transaction lets the next page read and write', async () => {
  const db = testDb();
  await new Promise<void>((onWritten) => {
    writeWithoutEnd(db, onWritten).then(undefined, () => undefined);
  });
  window.dispatchEvent(new Event('pagehide'));
  const next = testDb();
  expect(await next.table('meta').count()).toBe(0);
  await next.table('meta').put({ key: 'a', value: 1 });
  next.close();
});
