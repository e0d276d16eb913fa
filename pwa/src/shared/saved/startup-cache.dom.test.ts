import Dexie from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { beganEmpty, cachedConfig, clearMemoryCache, memoryCache, takeStartupCache } from './memory-cache.ts';
import { PublicDb } from './public-db.ts';
import { readStartupCache } from './startup-cache.ts';

const name = 'karigar-startup-cache';
afterEach(async () => {
  clearMemoryCache();
  await Dexie.delete(name);
});

const rows = [
  { _id: 'a', createdAt: '2026-01-01T00:00:00.000Z' },
  { _id: 'b', createdAt: '2026-01-02T00:00:00.000Z' },
];

async function save(facts: { key: string; value: unknown }[]): Promise<void> {
  const db = new PublicDb(undefined, name);
  await db.tools.bulkPut(rows as never[]);
  await db.meta.bulkPut(facts);
  db.close();
}

describe('the cached data that a visit begins with', () => {
  it('holds what Dexie has saved, newest first', async () => {
    await save([{ key: 'tools.savedAt', value: 5 }]);
    const cached = await readStartupCache(name);
    expect(cached?.tools).toEqual([rows[1], rows[0]]);
    expect(cached?.reviews).toEqual([]);
    expect(cached?.facts.get('tools.savedAt')).toBe(5);
  });

  it('is null without a database, and makes none', async () => {
    expect(await readStartupCache(name)).toBeNull();
    expect(await Dexie.exists(name)).toBe(false);
  });

  it('is null where the database has another shape, and leaves that usable', async () => {
    const db = new Dexie(name);
    db.version(1).stores({ other: 'id' });
    await db.open();
    expect(await readStartupCache(name)).toBeNull();
    await db.table('other').put({ id: 1 });
    expect(await db.table('other').count()).toBe(1);
    db.close();
  });

  it('is known at once, except what was never confirmed by the shop', async () => {
    await save([
      { key: 'tools.savedAt', value: 5 },
      { key: 'tools.etag', value: '"t"' },
      { key: 'config', value: { demo: true } },
    ]);
    takeStartupCache(await readStartupCache(name));
    expect(memoryCache.tools.get()).toEqual({ rows: [rows[1], rows[0]], etag: '"t"', savedAt: 5 });
    expect(memoryCache.reviews.get()).toBeUndefined();
    expect(cachedConfig()).toEqual({ demo: true });
    expect(beganEmpty()).toBe(false);
    takeStartupCache(null);
    expect(beganEmpty()).toBe(true);
  });
});
