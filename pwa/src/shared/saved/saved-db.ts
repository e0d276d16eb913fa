import Dexie, { type DBCore, type DBCoreTable, type DexieOptions, type PromiseExtended } from 'dexie';
import { guardDatabase } from './database-guard.ts';
import { SilenceWatch, SilentDatabaseError } from './silence.ts';
import { followEnd, noteUnderway, takeBack } from './underway.ts';

/** An IndexedDB in memory, in the place of the browser's. */
export type Memory = Pick<typeof import('fake-indexeddb'), 'indexedDB' | 'IDBKeyRange'>;

// On localhost Dexie's debug mode logs each read that is aborted when a page closes or a person signs out.
Dexie.debug = false;

const open = new Set<SavedDb>();

/** The browser's own; reading it throws in some where cookies are blocked. */
function deviceIndexedDb(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB;
  } catch {
    // Dexie and the identity SDK read it too.
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    return undefined;
  }
}

// After what is underway has been taken back. A page that the browser keeps for "back" opens them again at their next use.
globalThis.window?.addEventListener('pagehide', () => {
  for (const db of [...open]) db.close({ disableAutoOpen: false });
});

/** A database of this device that notices when it cannot be used, or with `memory` the copy that stands in for it then. */
export class SavedDb extends Dexie {
  readonly isStandIn: boolean;
  /** Told once that it cannot be used. */
  onUnusable: () => void = () => undefined;
  private isGivenUp = false;
  private readonly watch: SilenceWatch;

  constructor(name: string, memory?: Memory) {
    super(
      memory === undefined ? name : `memory.${name}`,
      (memory ?? { indexedDB: deviceIndexedDb() }) as DexieOptions,
    );
    this.isStandIn = memory !== undefined;
    this.watch = new SilenceWatch(() => this.giveUp());
    guardDatabase(this);
    this.use({ stack: 'dbcore', name: 'silence', create: (core) => this.watched(core) });
    this.on('populate', ({ idbtrans }) => {
      this.watch.heard();
      noteUnderway(idbtrans);
    });
    this.on('ready', () => void open.add(this), true);
    this.on('close', () => open.delete(this));
  }

  /** Whether the device does not have it opened, does not answer it, or has no room for it. */
  get isUnusable(): boolean {
    return this.isGivenUp || (this.hasFailed() && !this.hasBeenClosed());
  }

  /** Closes it for good, so that a copy in memory takes its place. */
  giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    this.close();
    this.onUnusable();
  }

  override open(): PromiseExtended<Dexie> {
    const opening = super.open();
    if (!this.isOpen()) {
      const answered = this.watch.expect('read', () => undefined);
      opening.then(answered, () => {
        answered();
        if (this.isUnusable) this.giveUp();
      });
    }
    return opening;
  }

  private watched(core: DBCore): DBCore {
    return {
      ...core,
      table: (name) => this.watchedTable(core.table(name)),
      transaction: (stores, mode, options) => {
        const transaction = core.transaction(stores, mode, options);
        noteUnderway(transaction as unknown as IDBTransaction);
        if (mode === 'readwrite') this.watchEnd(transaction as unknown as IDBTransaction);
        return transaction;
      },
    };
  }

  private watchedTable(table: DBCoreTable): DBCoreTable {
    const answer = <T>(asked: 'read' | 'write', asking: PromiseLike<T>) =>
      new Dexie.Promise<T>((resolve, reject) => {
        const answered = this.watch.expect(asked, () => reject(new SilentDatabaseError()));
        asking.then(
          (value) => {
            answered();
            resolve(value);
          },
          (error: unknown) => {
            answered();
            reject(error);
          },
        );
      });
    return {
      ...table,
      get: (request) => answer('read', table.get(request)),
      getMany: (request) => answer('read', table.getMany(request)),
      query: (request) => answer('read', table.query(request)),
      count: (request) => answer('read', table.count(request)),
      openCursor: (request) => answer('read', table.openCursor(request)),
      mutate: (request) => answer('write', table.mutate(request)),
    };
  }

  /** Takes back what is written in a transaction that does not end, so that nothing is stored after somebody was told that it was not. */
  private watchEnd(transaction: IDBTransaction): void {
    const ended = this.watch.expect('transaction', () => {
      // Where it is too late, whoever waits for it hears that it is stored. Else they need not wait until the browser says what was done.
      if (takeBack(transaction)) transaction.onabort?.(new Event('abort'));
    });
    followEnd(transaction, ended);
  }
}
