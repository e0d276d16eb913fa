import { randomBytes } from 'node:crypto';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import { packLines, putLines } from '../objects/packed-lines.ts';
import { sha256Of } from '../objects/sha256.ts';
import type { HeadNow } from './read-head.ts';
import { readRecord, readRecords, readStream } from './read-records.ts';
import type { RecordChange, RecordLine } from './record-lines.ts';
import { type RecordsName, recordsObject } from './records-name.ts';

/** Characters of one object of a base: what is in memory at once. */
const perPart = 4_000_000;
/** When the deltas of a base have become larger than itself, and than this (bytes), another base is cheaper to restore. */
const smallDeltas = 1_000_000;
const dayMs = 24 * 3_600_000;

/** Streams that only grow: the entries that were added are enough. */
const growing: readonly string[] = [redisKeys.audit, redisKeys.ops];

/** Writes one base of all plain records into the archive, part by part, and then what changes. */
export class RecordsArchiver {
  readonly #client: RedisClient;
  readonly #store: ObjectStore;
  readonly #base: string;
  readonly #begun: HeadNow;
  readonly #lines: AsyncIterator<RecordLine>;
  #n = 0;
  /** What the parts have been followed by. */
  #next: 'part' | 'base' | 'delta' = 'part';
  #bytes = { base: 0, deltas: 0 };
  /** Changed since the base was begun, and not written yet. */
  readonly #changed = new Set<string>();
  /** The last entry of each growing stream that was written. */
  readonly #streams = new Map<string, string>();

  /** @param head where the log ends as the base is begun */
  constructor(client: RedisClient, store: ObjectStore, head: HeadNow) {
    this.#client = client;
    this.#store = store;
    this.#base = `${head.time}-${randomBytes(4).toString('hex')}`;
    this.#begun = head;
    this.#lines = readRecords(client)[Symbol.asyncIterator]();
  }

  /** Whether all parts are written: `write` comes next. */
  get hasAllParts(): boolean {
    return this.#next !== 'part';
  }

  /** Takes note of keys that have changed. */
  noteChanged(keys: Iterable<string>): void {
    for (const key of keys) this.#changed.add(key);
  }

  hasChanged(key: string): boolean {
    return this.#changed.has(key);
  }

  /** Checks whether another base should take the place of this one: it is a day away from the clock, or smaller than what changed since. */
  isWorn({ time }: Pick<HeadNow, 'time'>): boolean {
    const { base, deltas } = this.#bytes;
    return Math.abs(time - this.#begun.time) > dayMs || deltas > Math.max(base, smallDeltas);
  }

  /** Reads some records and writes them as the next part. Throws what reading Redis throws, and `ObjectsUnavailableError`: then this base is of no use. */
  async writePart(head: HeadNow): Promise<void> {
    const lines: RecordLine[] = [];
    for (let characters = 0; characters < perPart; ) {
      const { value, done } = await this.#lines.next();
      if (done === true) {
        this.#next = 'base';
        break;
      }
      lines.push(value);
      characters += JSON.stringify(value).length;
    }
    if (lines.length > 0) this.#bytes.base += await this.#put('part', head, lines);
  }

  /** Reads what has changed and was not written yet. `intents` are those at the head of the log. */
  async readChanges({ intents }: Pick<HeadNow, 'intents'>): Promise<RecordChange[]> {
    const changes: RecordChange[] = [];
    for (const k of this.#changed) {
      if (k === redisKeys.intents) {
        changes.push({ t: 'gone', k });
        if (intents.length > 0) changes.push({ t: 'hash', k, f: [...intents] });
        continue;
      }
      const last = this.#streams.get(k);
      const grown = growing.includes(k) && last !== undefined && (await this.#holds(k, last));
      if (!grown) changes.push({ t: 'gone', k });
      for await (const line of grown ? readStream(this.#client, k, last) : readRecord(this.#client, k))
        changes.push(line);
    }
    return changes;
  }

  /** Writes what `readChanges` gave: at first what completes the base, then a delta. Throws `ObjectsUnavailableError`; called again it goes on. */
  async write(head: HeadNow, changes: readonly RecordChange[]): Promise<void> {
    if (this.#next === 'delta' && changes.length === 0) return;
    const bytes = await this.#put(this.#next, head, changes);
    this.#bytes[this.#next === 'base' ? 'base' : 'deltas'] += bytes;
    this.#next = 'delta';
    this.#changed.clear();
  }

  async #holds(stream: string, id: string): Promise<boolean> {
    return ((await this.#client.run((connection) => connection.xRange(stream, id, id))) ?? []).length > 0;
  }

  async #put(
    kind: RecordsName['kind'],
    { shop, seq, time }: HeadNow,
    changes: readonly RecordChange[],
  ): Promise<number> {
    const bytes = await packLines(changes);
    const object = recordsObject(shop, {
      ...{ epoch: this.#begun.epoch, base: this.#base, n: this.#n, time, seq, kind },
      hash16: sha256Of(bytes).slice(0, 16),
    });
    if (!(await putLines(this.#store, object, bytes)))
      throw new ObjectsUnavailableError(`The storage does not give ${object} back as it was written`);
    this.#n += 1;
    for (const one of changes)
      if (one.t === 'entry' && growing.includes(one.k)) this.#streams.set(one.k, one.id);
    return bytes.length;
  }
}
