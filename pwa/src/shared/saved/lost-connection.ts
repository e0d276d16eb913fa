import type Dexie from 'dexie';
import { tabStorage } from '../web-storage.ts';
import { storageTrouble } from './database-guard.ts';

const reloadedKey = 'karigar.reloadedForStorage';

/** iOS ends the connection of a page in the background; every later read then fails until the database is reopened. */
const isLost = (error: unknown): boolean => {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return /InvalidState|UnknownError|DatabaseClosed|connection (to .* )?(was )?(lost|is closing)/i.test(text);
};

/** How a page can be repaired; injected, so that the rule is tested without a browser that loses connections. */
export interface Repair {
  probe(): Promise<unknown>;
  reopen(): Promise<unknown>;
  reload(): void;
  alreadyReloaded(): boolean;
  /** False once the database was closed on purpose, as its person has left. */
  wanted(): boolean;
}

/**
 * Reads once; when the connection is lost reopens it, and when that fails too reloads the page once. Gives what
 * happened. After a second loss only the person can help ('gave-up').
 */
export async function repairConnection(
  repair: Repair,
): Promise<'fine' | 'reopened' | 'reloading' | 'gave-up'> {
  try {
    await repair.probe();
    return 'fine';
  } catch (error) {
    if (!isLost(error) || !repair.wanted()) return 'fine';
  }
  try {
    await repair.reopen();
    await repair.probe();
    return 'reopened';
  } catch {
    if (!repair.wanted()) return 'fine';
    if (repair.alreadyReloaded()) return 'gave-up';
    repair.reload();
    return 'reloading';
  }
}

/** Repairs the database that is `current` whenever the page comes back into view, while it is `wanted`. Gives the function that stops. */
export function repairOnReturn(current: () => Dexie, wanted: () => boolean): () => void {
  const onReturn = () => {
    const db = current();
    if (document.visibilityState === 'visible' && db.isOpen()) void repairDatabase(db, wanted);
  };
  document.addEventListener('visibilitychange', onReturn);
  return () => document.removeEventListener('visibilitychange', onReturn);
}

async function repairDatabase(db: Dexie, wanted: () => boolean): Promise<void> {
  const outcome = await repairConnection({
    wanted,
    probe: () => db.table('meta').count(),
    reopen: () => {
      db.close({ disableAutoOpen: false });
      return db.open();
    },
    alreadyReloaded: () => tabStorage.read(reloadedKey) !== null,
    reload: () => {
      tabStorage.write(reloadedKey, '1');
      location.reload();
    },
  });
  if (outcome === 'gave-up') storageTrouble.set('lost');
  if (outcome === 'fine') tabStorage.remove(reloadedKey);
}
