import type { MetaRow } from './public-db.ts';
import { noteUnderway } from './underway.ts';

/** What earlier visits have cached of the public data; rows newest first. */
export interface StartupCache {
  facts: ReadonlyMap<string, unknown>;
  tools: readonly unknown[];
  reviews: readonly unknown[];
}

const tables = ['meta', 'tools', 'reviews'];

/**
 * Reads the cached public data before the shop's code is there, so that the first thing drawn is the content.
 * Without Dexie on purpose: this runs while that is still being loaded. Null where nothing is saved or nothing can be read.
 */
export function readStartupCache(name = 'karigar-public'): Promise<StartupCache | null> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    // There is no database: making one is Dexie's business.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      const db = opening.result;
      db.onversionchange = () => db.close();
      try {
        readAll(db, resolve);
      } catch {
        // A database of another shape.
        resolve(null);
      }
      // Takes effect when the reading is done.
      db.close();
    };
  });
}

function readAll(db: IDBDatabase, resolve: (cached: StartupCache | null) => void): void {
  const transaction = db.transaction(tables, 'readonly');
  noteUnderway(transaction);
  const facts = transaction.objectStore('meta').getAll() as IDBRequest<MetaRow[]>;
  const [tools, reviews] = ['tools', 'reviews'].map((table) =>
    transaction.objectStore(table).index('createdAt').getAll(),
  ) as [IDBRequest<unknown[]>, IDBRequest<unknown[]>];
  transaction.onabort = () => resolve(null);
  transaction.oncomplete = () =>
    resolve({
      facts: new Map(facts.result.map(({ key, value }) => [key, value])),
      tools: tools.result.reverse(),
      reviews: reviews.result.reverse(),
    });
}

let reading: Promise<StartupCache | null> | undefined;

/** The cached public data as this visit found it; read once. */
export function startupCache(): Promise<StartupCache | null> {
  // A browser that keeps nothing (private windows of old) throws or has no such thing.
  reading ??= new Promise<StartupCache | null>((resolve) => resolve(readStartupCache())).catch(() => null);
  return reading;
}
