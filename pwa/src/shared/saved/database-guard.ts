import type Dexie from 'dexie';
import { createStore } from '../store.ts';

/** What a person is told about the device's own storage; null when all is well. */
export type StorageTrouble = 'close-other-tabs' | 'newer-version' | 'lost' | 'nothing-kept';

/** The present trouble. */
export const storageTrouble = createStore<StorageTrouble | null>(null);

/**
 * Answers the events of a database: another tab with a newer build asks this one to let go; an upgrade of ours waits
 * for older tabs.
 */
export function guardDatabase(db: Dexie): void {
  db.on('versionchange', (event) => {
    db.close({ disableAutoOpen: event.newVersion !== null });
    if (event.newVersion !== null) storageTrouble.set('newer-version');
    // False ends the chain: Dexie's own handler would only write to the console.
    return false;
  });
  db.on('blocked', () => storageTrouble.set('close-other-tabs'));
  db.on('ready', () => {
    if (storageTrouble.get() === 'close-other-tabs') storageTrouble.set(null);
  });
}
