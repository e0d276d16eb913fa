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

/** Pauses (ms) between the questions whether the device's database answers again. */
const pauses = { first: 1_000, longest: 60_000 };

/**
 * Gives the database that pages read and write: the device's or, while that does not answer, a copy in memory that begins empty and is filled from
 * the network.
 */
export class DatabaseSource<D extends SavedDb> {
  private current: D;
  private readonly make: (memory?: Memory) => D;
  private standingIn: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  /** `make` makes the device's database, or one in the memory that it is given. */
  constructor(make: (memory?: Memory) => D) {
    this.make = make;
    this.current = make();
    this.follow(this.current);
  }

  get(): D {
    return this.current;
  }

  /**
   * Runs work on the database; where the device's falls silent meanwhile, once more on the copy in memory. Throws NoAnswerError where that
   * copy cannot be had, as its code is the shop's.
   */
  async run<T>(work: (db: D) => Promise<T>): Promise<T> {
    const db = this.current;
    try {
      return await work(db);
    } catch (error) {
      if (!db.isSilent) throw error;
      if (this.current.isSilent) await this.standIn();
      if (this.current.isSilent) throw new NoAnswerError('unreachable', error);
    }
    return work(this.current);
  }

  /** Closes it for good, and forgets what is in memory. */
  end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    if (this.current.isStandIn) {
      storageTrouble.set(null);
      void this.current.delete();
    } else this.current.close({ disableAutoOpen: true });
  }

  private follow(device: D): void {
    device.onSilent = () => {
      storageTrouble.set('silent');
      this.askAgain(pauses.first);
      void this.standIn();
    };
  }

  /** Puts a copy in memory in the place of a silent database, if its code can be had. */
  private standIn(): Promise<void> {
    this.standingIn ??= import('fake-indexeddb')
      .then((memory) => {
        if (!this.ended && this.current.isSilent) this.use(this.make(memory));
      })
      .catch(() => undefined)
      .finally(() => {
        this.standingIn = null;
      });
    return this.standingIn;
  }

  private askAgain(pause: number): void {
    this.timer = setTimeout(async () => {
      const device = this.make();
      try {
        await device.open();
        // A part of it may be held by a page that is gone: all of it has to answer, and to be free to be written to.
        await device.transaction('rw', device.tables, () =>
          Promise.all(device.tables.map((table) => table.count())),
        );
      } catch {
        device.close();
        if (this.ended) return;
        // The code of the copy may not have been had before.
        if (this.current.isSilent) void this.standIn();
        this.askAgain(Math.min(pause * 2, pauses.longest));
        return;
      }
      if (this.ended) {
        device.close();
        return;
      }
      if (this.current.isStandIn) void this.current.delete();
      this.follow(device);
      storageTrouble.set(null);
      this.use(device);
    }, pause);
  }

  private use(db: D): void {
    this.current = db;
    turn();
  }
}
