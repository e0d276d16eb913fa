import Dexie from 'dexie';
import { NoAnswerError } from '../api/failure.ts';
import { createStore } from '../store.ts';
import { storageTrouble } from './database-guard.ts';
import type { Memory, SavedDb } from './saved-db.ts';

/**
 * Counts how often what was read has to be read again: the device's databases and their copies in memory have changed places, or reading and
 * writing were broken off as the page was left, and the browser shows again what it has kept of it.
 */
export const storageTurn = createStore(0);
const turn = () => storageTurn.set(storageTurn.get() + 1);
globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) turn();
});

/** What a database says that has no room for what is written. */
const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' || ('inner' in error && isFull(error.inner)));

/**
 * Gives the database that pages read and write: the device's or, once that cannot be used, for the rest of this visit a copy in memory that begins
 * empty and is filled from the network.
 */
export class DatabaseSource<D extends SavedDb> {
  private current: D;
  private readonly make: (memory?: Memory) => D;
  private standingIn: Promise<void> | null = null;
  private ended = false;

  /** `make` makes the device's database, or one in the memory that it is given. */
  constructor(make: (memory?: Memory) => D) {
    this.make = make;
    this.current = make();
    this.current.onUnusable = () => {
      storageTrouble.set('nothing-kept');
      void this.standIn();
    };
  }

  get(): D {
    return this.current;
  }

  /**
   * Runs work on the database; where the device's turns out to be unusable, once more on the copy in memory. Throws NoAnswerError where that
   * copy cannot be had, as its code is the shop's.
   */
  async run<T>(work: (db: D) => Promise<T>): Promise<T> {
    const db = this.current;
    try {
      return await work(db);
    } catch (error) {
      if (isFull(error)) db.giveUp();
      if (!db.isUnusable) throw error;
      if (this.current.isUnusable) await this.standIn();
      if (this.current.isUnusable) throw new NoAnswerError('unreachable', error);
    }
    return work(this.current);
  }

  /** Closes it for good, and forgets what is in memory. */
  end(): void {
    this.ended = true;
    if (this.current.isStandIn) void this.current.delete();
    else this.current.close({ disableAutoOpen: true });
  }

  /** Puts a copy in memory in the place of an unusable database, if its code can be had. */
  private standIn(): Promise<void> {
    this.standingIn ??= import('fake-indexeddb')
      .then((memory) => {
        // Where the browser has no IndexedDB, Dexie's live queries would never begin.
        Dexie.dependencies.indexedDB ??= memory.indexedDB;
        if (!this.ended && this.current.isUnusable) this.use(this.make(memory));
      })
      .catch(() => undefined)
      .finally(() => {
        this.standingIn = null;
      });
    return this.standingIn;
  }

  private use(db: D): void {
    this.current = db;
    turn();
  }
}
