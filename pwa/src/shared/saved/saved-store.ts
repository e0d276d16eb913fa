import { useEffect, useMemo, useState } from 'react';
import { createStore, useStore } from '../store.ts';
import { storageTrouble } from '../web-storage.ts';
import type { DeviceTables } from './device-tables.ts';
import { MemoryTables } from './memory-tables.ts';
import type { Followed, Keys, Tables, Work } from './tables.ts';

/**
 * Counts how often saved data has to be read again: a database was replaced by memory, or transactions were aborted as the page was
 * left, and the browser shows it again from its back-forward cache.
 */
export const storageTurn = createStore(0);
const turn = () => storageTurn.set(storageTurn.get() + 1);
globalThis.window?.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) turn();
});

/** Whether this browser has IndexedDB. Where cookies are blocked, some browsers throw when it is read. */
function hasIndexedDb(): boolean {
  try {
    return globalThis.indexedDB !== undefined;
  } catch {
    // Dexie and the identity SDK read it too.
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    return false;
  }
}

/** A store that is not wanted any more was asked. */
class StoreLeftError extends Error {
  override readonly name = 'DatabaseClosedError';
  override readonly message = 'The saved data of this person is closed.';
}

/**
 * Saved tables: on the device or, once its database can't be used, for the rest of this visit in memory, where they begin empty and
 * are filled from the network. The code of the device's tables is loaded at their first use, so that no page waits for it.
 */
export class SavedStore<Rows> {
  private readonly name: string;
  private readonly keys: Keys<Rows>;
  private readonly isWanted: () => boolean;
  private memory: MemoryTables<Rows> | undefined;
  private device: DeviceTables<Rows> | undefined;
  private loading: Promise<unknown> | undefined;
  private isClosed = false;

  /** Once it is not wanted any more, the store is neither used nor made. */
  constructor(name: string, keys: Keys<Rows>, isWanted: () => boolean = () => true) {
    this.name = name;
    this.keys = keys;
    this.isWanted = isWanted;
    if (!hasIndexedDb()) this.moveToMemory();
  }

  /** Whether nothing is kept after this visit. */
  get isMemory(): boolean {
    return this.memory !== undefined;
  }

  /** Whether reads and writes fail because the store is not wanted any more, here or in another tab. */
  get isLeft(): boolean {
    return !this.isWanted() || (!this.isMemory && this.device?.isRemoved === true);
  }

  /** Reads in one transaction. */
  read<T>(work: Work<Rows, T>): Promise<T> {
    return this.run((tables) => tables.read(work));
  }

  /** Reads and writes in one transaction; `work` runs once more where the device's database turns out to be unusable. */
  write<T>(work: Work<Rows, T>): Promise<T> {
    return this.run((tables) => tables.write(work));
  }

  /** Reads, and reads again after each change. Undefined once the store is left. */
  follow<T>(work: Work<Rows, T>): Followed<T | undefined> {
    const query = () =>
      this.read(work).catch((error: unknown) => {
        if (this.isLeft) return undefined;
        throw error;
      });
    return {
      subscribe: (next, failed) => {
        let stop: (() => void) | undefined = () => undefined;
        void this.load().then(() => {
          if (stop !== undefined)
            stop = (this.memory ?? this.device)?.follow(query).subscribe(next, failed).unsubscribe;
        });
        return {
          unsubscribe: () => {
            stop?.();
            stop = undefined;
          },
        };
      },
    };
  }

  close(): void {
    this.isClosed = true;
    this.device?.close();
    this.memory?.close();
  }

  /** Settles when there are tables; where their code does not come, those are in memory. */
  private load(): Promise<unknown> {
    if (this.memory !== undefined) return Promise.resolve();
    this.loading ??= import('./device-tables.ts').then(
      ({ DeviceTables }) => {
        this.device = new DeviceTables<Rows>(this.name, this.keys, this.isWanted);
        if (this.isClosed) this.device.close();
      },
      () => this.moveToMemory(),
    );
    return this.loading;
  }

  private async run<T>(ask: (tables: DeviceTables<Rows> | MemoryTables<Rows>) => Promise<T>): Promise<T> {
    if (!this.isWanted()) throw new StoreLeftError();
    // A follower's question goes on without a pause: Dexie notes in the same turn what it reads.
    if (this.device === undefined) await this.load();
    const { device } = this;
    if (this.memory === undefined && device !== undefined) {
      try {
        return await ask(device);
      } catch (error) {
        // Else another question has found that out meanwhile.
        if (this.memory === undefined && !device.isUnusable(error)) throw error;
      }
    }
    return ask(this.moveToMemory());
  }

  private moveToMemory(): MemoryTables<Rows> {
    if (this.memory !== undefined) return this.memory;
    this.device?.close();
    this.memory = new MemoryTables(this.keys);
    storageTrouble.set('nothing-kept');
    turn();
    return this.memory;
  }
}

/** What `read` finds in a store, followed; undefined while unknown, and without a store. Throws what the reading throws. */
export function useSavedQuery<Rows, T>(
  store: SavedStore<Rows> | null,
  read: (tables: Tables<Rows>) => Promise<T>,
  deps: unknown[] = [],
): T | undefined {
  const turns = useStore(storageTurn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question begins when one of them changes
  const question = useMemo(() => ({}), [store, ...deps]);
  const [answer, setAnswer] = useState<{ question: object; value?: T | undefined; error?: unknown }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is made anew for each drawing
  useEffect(() => {
    const following = store?.follow(read).subscribe(
      (value) =>
        setAnswer((held) =>
          held?.question === question && Object.is(held.value, value) ? held : { question, value },
        ),
      (error) => setAnswer({ question, error }),
    );
    return () => following?.unsubscribe();
  }, [question, turns]);
  if (answer?.question !== question) return undefined;
  if (answer.error !== undefined) throw answer.error;
  return answer.value;
}
