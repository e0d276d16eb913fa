import Dexie from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { DeviceTables } from './device-tables.ts';
import type { PublicDocument } from './public-data.ts';
import { readStartupCache } from './startup-cache.ts';

const name = 'karigar-startup-cache';
afterEach(() => Dexie.delete(name));

it('holds what Dexie has saved', async () => {
  const document: PublicDocument = { key: 'tools', value: [{ _id: 'saw' }], etag: '"t"', savedAt: 5 };
  const db = new DeviceTables<{ documents: PublicDocument }>(name, { documents: 'key' });
  await db.write(({ documents }) => documents.put(document));
  db.close();
  expect(await readStartupCache(name)).toEqual([document]);
});

it('is empty without a database, and makes none', async () => {
  expect(await readStartupCache(name)).toEqual([]);
  expect(await Dexie.exists(name)).toBe(false);
});

it('is empty where the database has another shape, and leaves that usable', async () => {
  const db = new Dexie(name);
  db.version(1).stores({ other: 'id' });
  await db.open();
  expect(await readStartupCache(name)).toEqual([]);
  await db.table('other').put({ id: 1 });
  expect(await db.table('other').count()).toBe(1);
  db.close();
});
