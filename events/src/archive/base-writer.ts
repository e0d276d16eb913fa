import type { Redis } from 'ioredis';
import type { ObjectStore } from '../objects/object-store.ts';
import { listRecords } from './archived-records.ts';
import { dispensable } from './choose-records.ts';
import { type HeadNow, readHeadNow } from './read-head.ts';
import { RecordsArchiver } from './records-archiver.ts';
import { recordsObject } from './records-name.ts';

const dayMs = 24 * 3_600_000;

/** Writes the parts of one base at a time, beside the rounds, of which the next one completes it. */
export class BaseWriter {
  readonly #redis: Redis;
  readonly #store: ObjectStore;
  readonly #keepDays: number;
  readonly #stopping = new AbortController();
  /** What changed while the parts were being written; null when nobody knows. */
  #changedBeside: Set<string> | null = new Set();
  #writing: Promise<void> | null = null;
  #done: RecordsArchiver | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(redis: Redis, store: ObjectStore, keepDays: number) {
    this.#redis = redis;
    this.#store = store;
    this.#keepDays = keepDays;
  }

  /** Takes note of what has changed since it was told last. */
  hear(keys: ReadonlySet<string> | null): void {
    if (this.#writing === null && this.#done === null) return;
    if (keys === null) this.#changedBeside = null;
    for (const key of keys ?? []) this.#changedBeside?.add(key);
  }

  /** Gives the base whose parts are written, once, and what changed meanwhile; null while there is none. Throws what kept it from being written. */
  takeDone(): { records: RecordsArchiver; changedBeside: ReadonlySet<string> } | null {
    const [failure, records, changedBeside] = [this.#failure, this.#done, this.#changedBeside];
    [this.#failure, this.#done] = [null, null];
    if (failure !== null) throw failure.error;
    return records === null || changedBeside === null ? null : { records, changedBeside };
  }

  /** Begins another base, unless one is being written. */
  begin(head: HeadNow): void {
    if (this.#writing !== null || this.#done !== null) return;
    this.#changedBeside = new Set();
    this.#writing = this.#write(head)
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Gives the base up that is being written, and what is left to remove. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The archiver is being closed'));
    await this.#writing;
  }

  async #write(head: HeadNow): Promise<void> {
    const records = new RecordsArchiver(this.#redis, this.#store, head);
    await records.writeParts(() => readHeadNow(this.#redis, false), this.#stopping.signal);
    this.#done = records;
    await removeOld(this.#store, head, this.#keepDays, this.#stopping.signal);
  }
}

/** Removes records that are not needed any more, each base from its end, so that none is ever whole but for its middle. */
async function removeOld(
  store: ObjectStore,
  { shop, time }: HeadNow,
  keepDays: number,
  signal: AbortSignal,
): Promise<void> {
  const old = dispensable(await listRecords(store, shop), time - keepDays * dayMs);
  for (const name of old.toSorted((a, b) => b.n - a.n)) {
    signal.throwIfAborted();
    await store.remove(recordsObject(shop, name));
  }
}
