import Dexie, { liveQuery, type Transaction } from 'dexie';
import { storageTrouble } from '../web-storage.ts';
import { SilenceWatch, SilentDatabaseError, unlessSilent } from './silence.ts';
import type { Backend, Followed, Keys, Table, Tables, Work } from './tables.ts';
import { followEnd, noteUnderway, takeBack } from './underway.ts';

// On localhost Dexie's debug mode logs each read that is aborted when a page closes or a person signs out.
Dexie.debug = false;

const open = new Set<Dexie>();
let isPageHidden = false;
// After open transactions have been aborted. A page in the back-forward cache opens its databases again at their next use.
globalThis.window?.addEventListener('pagehide', () => {
  isPageHidden = true;
  for (const db of [...open]) db.close({ disableAutoOpen: false });
});
globalThis.window?.addEventListener('pageshow', () => {
  isPageHidden = false;
});

/** iOS ends the connection of a page in the background: every later transaction fails until the database is opened again. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  /InvalidState|UnknownError|DatabaseClosed|connection (to .* )?(was )?(lost|is closing)/i.test(
    `${error.name} ${error.message}`,
  );

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (`${error.name} ${error.message}`.includes('QuotaExceeded') || ('inner' in error && isFull(error.inner)));

/** Tables in a database of this device, read and written with Dexie. */
export class DeviceTables<Rows> implements Backend<Rows> {
  /** Whether another tab has removed the database. */
  isRemoved = false;
  private isGivenUp = false;
  private connection = 0;
  private readonly db: Dexie;
  private readonly names: string[];
  private readonly tables: Tables<Rows>;
  private readonly watch = new SilenceWatch(() => this.giveUp());
  private readonly running = new Set<() => void>();

  /** `mayCreate` is asked before the database is made. */
  constructor(name: string, keys: Keys<Rows>, mayCreate: () => boolean = () => true) {
    this.db = new Dexie(name);
    this.db.version(1).stores(keys);
    this.names = Object.keys(keys);
    this.tables = Object.fromEntries(
      this.names.map((each) => [each, this.table(each)]),
    ) as unknown as Tables<Rows>;
    this.followEvents(mayCreate);
  }

  read<T>(work: Work<Rows, T>): Promise<T> {
    return this.run('r', work);
  }

  write<T>(work: Work<Rows, T>): Promise<T> {
    return this.run('rw', work);
  }

  follow<T>(query: () => Promise<T>): Followed<T> {
    return liveQuery(query);
  }

  /** Closes the database; it is not opened again. */
  close(): void {
    this.db.close();
  }

  /** Whether the device does not open the database, does not answer it, or has no room for what is written. */
  isUnusable(error: unknown): boolean {
    return this.isGivenUp || isFull(error) || (this.db.hasFailed() && !this.db.hasBeenClosed());
  }

  private async run<T>(mode: 'r' | 'rw', work: Work<Rows, T>): Promise<T> {
    const { connection } = this;
    try {
      return await this.attempt(mode, work);
    } catch (error) {
      if (!isLost(error) || !this.mayReopen()) throw error;
    }
    if (this.connection === connection) {
      this.connection += 1;
      this.db.close({ disableAutoOpen: false });
    }
    return this.attempt(mode, work).catch((error: unknown) => {
      if (isLost(error) && this.mayReopen()) this.giveUp();
      throw error;
    });
  }

  /** A database that was closed for good stays so. */
  private mayReopen(): boolean {
    return !this.isGivenUp && !isPageHidden && !this.db.hasBeenClosed() && !this.db.hasFailed();
  }

  private attempt<T>(mode: 'r' | 'rw', work: Work<Rows, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let transaction: IDBTransaction | undefined;
      const fail = () => {
        // What can't be aborted any more is being stored: then the transaction's own end tells.
        if (transaction === undefined || takeBack(transaction)) reject(new SilentDatabaseError());
      };
      this.running.add(fail);
      let answered = this.db.isOpen() ? () => undefined : this.watch.expect('read');
      this.db
        .transaction(mode, this.names, ({ idbtrans }: Transaction) => {
          answered();
          if (mode === 'rw') answered = this.watch.expect('transaction');
          transaction = idbtrans;
          noteUnderway(transaction);
          return work(this.tables);
        })
        .finally(() => {
          answered();
          this.running.delete(fail);
        })
        .then(resolve, reject);
    });
  }

  private giveUp(): void {
    this.isGivenUp = true;
    for (const fail of this.running) fail();
    this.db.close();
  }

  private table(name: string): Table<never> {
    const table = this.db.table<never, string>(name);
    const watched =
      <Args extends unknown[], T>(asked: 'read' | 'write', ask: (...args: Args) => Dexie.Promise<T>) =>
      (...args: Args): PromiseLike<T> =>
        new Dexie.Promise<T>((resolve, reject) => {
          const answered = this.watch.expect(asked);
          const fail = () => reject(new SilentDatabaseError());
          this.running.add(fail);
          ask(...args)
            .finally(() => {
              answered();
              this.running.delete(fail);
            })
            .then(resolve, reject);
        });
    return {
      get: watched('read', (key: string) => table.get(key) as never),
      all: watched('read', () => table.toArray() as never),
      put: watched('write', (...rows: never[]) => table.bulkPut(rows) as never),
      delete: watched('write', (...keys: string[]) => table.bulkDelete(keys) as never),
    };
  }

  private followEvents(mayCreate: () => boolean): void {
    const { db } = this;
    // Another tab removes the database, or has a newer build that changes it.
    db.on('versionchange', ({ newVersion }) => {
      this.isRemoved ||= newVersion === null;
      db.close({ disableAutoOpen: newVersion !== null });
      if (newVersion !== null) storageTrouble.set('newer-version');
      // False ends the chain: Dexie's own handler would only write to the console.
      return false;
    });
    db.on('blocked', () => storageTrouble.set('close-other-tabs'));
    db.on('populate', ({ idbtrans }) => {
      // An opening that was on its way when the person left, here or elsewhere, would make the database anew.
      if (this.isRemoved || !mayCreate()) throw new Dexie.DatabaseClosedError();
      noteUnderway(idbtrans);
      followEnd(idbtrans, this.watch.expect('write'));
    });
    db.on(
      'ready',
      () => {
        open.add(db);
        if (storageTrouble.get() === 'close-other-tabs') storageTrouble.set(null);
      },
      true,
    );
    db.on('close', () => open.delete(db));
  }
}

/** Whether this device has the database. */
export const hasDatabase = (name: string): Promise<boolean> => unlessSilent(Dexie.exists(name));

/** The names of all databases of this device. */
export const databaseNames = (): Promise<string[]> => Dexie.getDatabaseNames();

/** Removes a database, where there is one. */
export async function removeDatabase(name: string): Promise<void> {
  const doomed = new Dexie(name);
  // A transaction that is just ending holds the removal up for a moment. False: Dexie would only write to the console.
  doomed.on('blocked', () => false);
  await doomed.delete();
}
