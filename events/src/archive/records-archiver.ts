import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { RecordLine } from '../backup/backup-lines.ts';
import { exportKey, exportRecords, exportStream } from '../backup/export-store.ts';
import { redisKeys } from '../log/redis-keys.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import { packLines } from './packed-lines.ts';
import { putVerified } from './put-verified.ts';
import type { HeadNow } from './read-head.ts';
import type { RecordChange, RecordsHeader } from './record-lines.ts';
import { type RecordsName, recordsObject } from './records-name.ts';

/** Characters of one object of a base: what is in memory at once. */
const perPart = 4_000_000;
/** When the deltas of a base have become larger than itself, and than this (bytes), another base is cheaper to restore. */
const smallDeltas = 1_000_000;
const dayMs = 24 * 3_600_000;

/** Streams that only grow: what was added is enough. */
const growing: readonly string[] = [redisKeys.audit, redisKeys.ops];

/** Writes the plain records of a shop into its archive: now and then all of them, as a base, and between that what has changed. */
export class RecordsArchiver {
  readonly #redis: Redis;
  readonly #store: ObjectStore;
  readonly #base: Pick<RecordsName, 'base'> & { readonly time: number };
  #n = 0;
  /** Whether the parts have been followed by the object that completes the base. */
  #isWhole = false;
  #previous: string | null = null;
  #bytes = { base: 0, deltas: 0 };
  /** The last entry of each growing stream that was written. */
  readonly #streams = new Map<string, string>();

  /** @param head where the log ends as the base is begun */
  constructor(redis: Redis, store: ObjectStore, head: HeadNow) {
    this.#redis = redis;
    this.#store = store;
    this.#base = { base: `${head.time}-${randomBytes(4).toString('hex')}`, time: head.time };
  }

  /** Checks whether another base should take the place of this one: it is a day old, or of a day to come because the clock was wrong, or less than what changed since. */
  isWorn({ time }: Pick<HeadNow, 'time'>): boolean {
    const { base, deltas } = this.#bytes;
    return Math.abs(time - this.#base.time) > dayMs || deltas > Math.max(base, smallDeltas);
  }

  /**
   * Writes all records as the parts of a base, which the first `write` completes; `readHead` is asked where the log ends when they have been read. Between its objects it
   * rests for as long as it has worked: those who are being served come first. Throws what the storage and reading Redis throw, and
   * the signal's reason.
   */
  async writeParts(readHead: () => Promise<HeadNow>, signal: AbortSignal): Promise<void> {
    let lines: RecordLine[] = [];
    let characters = 0;
    let begun = performance.now();
    for await (const line of exportRecords(this.#redis)) {
      signal.throwIfAborted();
      this.#note(line);
      lines.push(line);
      characters += JSON.stringify(line).length;
      if (characters < perPart) continue;
      this.#bytes.base += await this.#put('part', await readHead(), lines);
      [lines, characters] = [[], 0];
      await delay(performance.now() - begun, undefined, { signal });
      begun = performance.now();
    }
    if (lines.length > 0) this.#bytes.base += await this.#put('part', await readHead(), lines);
  }

  /** Reads what is kept under these keys now, to be written. `intents` are those at the head of the log. */
  async readChanges(
    keys: ReadonlySet<string>,
    { intents }: Pick<HeadNow, 'intents'>,
  ): Promise<RecordChange[]> {
    const changes: RecordChange[] = [];
    for (const k of keys) {
      if (k === redisKeys.intents) {
        changes.push({ t: 'gone', k });
        if (intents.length > 0) changes.push({ t: 'hash', k, f: [...intents] });
        continue;
      }
      const last = this.#streams.get(k);
      const grown = growing.includes(k) && last !== undefined && (await this.#holds(k, last));
      if (!grown) changes.push({ t: 'gone', k });
      for await (const line of grown ? exportStream(this.#redis, k, last) : exportKey(this.#redis, k))
        changes.push(line);
    }
    return changes;
  }

  /**
   * Writes what has changed since it was written last; at first what has changed since the parts were begun, which are of no one moment without.
   * Throws what the storage throws; whoever tries again gives what has changed until then.
   */
  async write(head: HeadNow, changes: readonly RecordChange[]): Promise<void> {
    if (this.#isWhole && changes.length === 0) return;
    const bytes = await this.#put(this.#isWhole ? 'delta' : 'base', head, changes);
    this.#bytes[this.#isWhole ? 'deltas' : 'base'] += bytes;
    this.#isWhole = true;
    for (const change of changes) if (change.t !== 'gone') this.#note(change);
  }

  #note(line: RecordLine): void {
    if (line.t === 'entry' && growing.includes(line.k)) this.#streams.set(line.k, line.id);
  }

  async #holds(stream: string, id: string): Promise<boolean> {
    return (await this.#redis.xrange(stream, id, id)).length > 0;
  }

  async #put(
    kind: RecordsName['kind'],
    { shop, epoch, seq, time }: HeadNow,
    changes: readonly RecordChange[],
  ): Promise<number> {
    const { base } = this.#base;
    const n = this.#n;
    const header: RecordsHeader = {
      ...{ t: 'records', format: 1, shop, base, n, kind, time, seq, epoch },
      previous: this.#previous,
    };
    const bytes = await packLines([header, ...changes]);
    const sha256 = sha256Of(bytes);
    const name = recordsObject(shop, { base, n, time, epoch, seq, kind, hash16: sha256.slice(0, 16) });
    await putVerified(this.#store, name, bytes);
    this.#previous = sha256;
    this.#n += 1;
    return bytes.length;
  }
}
