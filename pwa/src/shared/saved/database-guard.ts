import type Dexie from 'dexie';

/** What a person is told about the device's own storage; null when all is well. */
export type StorageTrouble = 'close-other-tabs' | 'newer-version' | 'lost';

const listeners = new Set<() => void>();
let trouble: StorageTrouble | null = null;

/** The present trouble, outside React. */
export const storageTrouble = (): StorageTrouble | null => trouble;

/** Follows the trouble; gives the function that stops. */
export function onStorageTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces a trouble, or its end. */
export function setStorageTrouble(next: StorageTrouble | null): void {
  if (next === trouble) return;
  trouble = next;
  for (const listener of listeners) listener();
}

/**
 * Answers the events of a database: another tab with a newer build asks this one to let go; an upgrade of ours waits
 * for older tabs.
 */
export function guardDatabase(db: Dexie): void {
  db.on('versionchange', (event) => {
    db.close({ disableAutoOpen: event.newVersion !== null });
    if (event.newVersion !== null) setStorageTrouble('newer-version');
    // False ends the chain: Dexie's own handler would only write to the console.
    return false;
  });
  db.on('blocked', () => setStorageTrouble('close-other-tabs'));
  db.on('ready', () => {
    if (trouble === 'close-other-tabs') setStorageTrouble(null);
  });
}
