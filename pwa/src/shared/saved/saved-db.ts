import Dexie, { type DBCore, type DBCoreTable, type PromiseExtended } from 'dexie';
import { guardDatabase } from './database-guard.ts';
import { SilenceWatch, SilentDatabaseError } from './silence.ts';

/** An IndexedDB in memory, in the place of the browser's. */
export type Memory = Pick<typeof import('fake-indexeddb'), 'indexedDB' | 'IDBKeyRange'>;

/** What this page has begun on its databases and not ended, their making among it. */
const underway = new Set<IDBTransaction>();
const open = new Set<SavedDb>();

/**
 * What a page has open ends with it. In WebKit a transaction that was cut off by leaving the page can keep what it wanted to write for ever, and no
 * page reads that again; and it never opens a database again whose making was cut off. So all is taken back.
 */
function endWithPage(): void {
  for (const transaction of underway) takeBack(transaction);
  // A page that the browser keeps for "back" opens it again at its next use.
  for (const db of [...open]) db.close({ disableAutoOpen: false });
}
globalThis.window?.addEventListener('pagehide', endWithPage);

/** Undoes what a transaction has written. False: it is too late for that, as all of it is being stored. */
function takeBack(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

function followEnd(transaction: IDBTransaction, onEnd: () => void): void {
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, onEnd);
}

function noteUnderway(transaction: IDBTransaction): void {
  underway.add(transaction);
  followEnd(transaction, () => underway.delete(transaction));
}

/** A database of this device that notices when it is not answered, or with `memory` the copy that stands in for it then. */
export class SavedDb extends Dexie {
  readonly isStandIn: boolean;
  /** Whether the device has left it without an answer: it is closed then, for good. */
  isSilent = false;
  /** Told once that it is silent. */
  onSilent: () => void = () => undefined;
  private readonly watch: SilenceWatch;

  constructor(name: string, memory?: Memory) {
    super(memory === undefined ? name : `memory.${name}`, memory);
    this.isStandIn = memory !== undefined;
    this.watch = new SilenceWatch(() => {
      this.isSilent = true;
      this.close();
      this.onSilent();
    });
    guardDatabase(this);
    this.use({ stack: 'dbcore', name: 'silence', create: (core) => this.watched(core) });
    this.on('populate', ({ idbtrans }) => {
      this.watch.heard();
      noteUnderway(idbtrans);
    });
    this.on('ready', () => void open.add(this), true);
    this.on('close', () => open.delete(this));
  }

  override open(): PromiseExtended<Dexie> {
    const opening = super.open();
    if (!this.isOpen()) {
      const answered = this.watch.expect('read', () => undefined);
      opening.then(answered, answered);
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
