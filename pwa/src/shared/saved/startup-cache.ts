import type { PublicDocument } from './public-data.ts';
import { noteUnderway } from './underway.ts';

/**
 * Reads the saved public data before the shop's code is there, so that the first thing drawn is the content. Without Dexie on purpose:
 * this runs while that is still being loaded. Empty where nothing is saved or nothing can be read.
 */
export function readStartupCache(name = 'karigar-public'): Promise<PublicDocument[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onerror = (event) => {
      event.preventDefault();
      resolve([]);
    };
    // There is no database, and Dexie has to make it.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      const db = opening.result;
      db.onversionchange = () => db.close();
      try {
        const transaction = db.transaction('documents', 'readonly');
        noteUnderway(transaction);
        const reading = transaction.objectStore('documents').getAll() as IDBRequest<PublicDocument[]>;
        transaction.onabort = () => resolve([]);
        reading.onsuccess = () => resolve(reading.result);
      } catch {
        // A database of another shape.
        resolve([]);
      }
      // Takes effect when the reading is done.
      db.close();
    };
  });
}

let reading: Promise<PublicDocument[]> | undefined;

/** The saved public data as this visit found it; read once. */
export function startupCache(): Promise<PublicDocument[]> {
  // A browser that stores nothing throws or has no IndexedDB.
  reading ??= new Promise<PublicDocument[]>((resolve) => resolve(readStartupCache())).catch(() => []);
  return reading;
}
