import type { Redis } from 'ioredis';
import type { LogHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import { type ArchiveEnd, findEnd } from './find-end.ts';
import { hashesInLog } from './log-hashes.ts';
import { packLines } from './packed-lines.ts';
import { putEntry } from './put-entry.ts';
import { putVerified } from './put-verified.ts';
import { readRange } from './read-segment.ts';
import {
  entryObject,
  eventsPerSegment,
  nameOf,
  type SegmentEntry,
  type SegmentName,
  segmentObject,
} from './segment-entry.ts';
import { setAsideRivals } from './set-aside.ts';

type Head = Pick<LogHead, 'shop' | 'epoch' | 'seq' | 'hash'>;
/** The last event that the archive holds. */
export type ArchivedTo = Pick<SegmentEntry, 'hash' | 'ts'> & { readonly seq: number };

/**
 * Writes the log of a shop into its archive, from where that ends. It remembers where it stands, and looks again when Redis holds another
 * history, or after any fault. Two that write at the same time write the same objects.
 */
export class LogArchiver {
  readonly #redis: Redis;
  readonly #store: ObjectStore;
  #end: ArchiveEnd | null = null;
  #of: Pick<Head, 'shop' | 'epoch'> = { shop: '', epoch: 0 };

  constructor(redis: Redis, store: ObjectStore) {
    this.#redis = redis;
    this.#store = store;
  }

  /**
   * Writes the events up to `head` and answers the last one that the archive holds, null when there is none. What it answers was read back
   * from the storage. Throws `LogDamagedError`, `ObjectsUnavailableError`, and what reading Redis throws; called again it goes on.
   */
  async round(head: Head, signal?: AbortSignal): Promise<ArchivedTo | null> {
    const known = this.#end;
    this.#end = null;
    let end =
      known !== null && (await this.#goesOn(known, head))
        ? known
        : await findEnd(this.#redis, this.#store, head);
    this.#of = { shop: head.shop, epoch: head.epoch };
    while (head.seq > (end.last?.to ?? end.border.seq)) {
      signal?.throwIfAborted();
      const to = Math.min(head.seq, end.border.seq + eventsPerSegment);
      end = await this.#write(head, end, to);
    }
    const { to } = end.last ?? { to: 0 };
    for (const name of end.leftOver.filter((other) => other.to < to)) await this.#remove(head.shop, name);
    const rivals = await setAsideRivals(this.#store, head, end.rivals);
    this.#end = { ...end, leftOver: [], rivals };
    return end.last === null ? null : { seq: end.last.to, hash: end.last.hash, ts: end.last.ts };
  }

  /** Whether the log at `head` goes on from `end`. */
  async #goesOn({ last, border }: ArchiveEnd, head: Head): Promise<boolean> {
    if (head.shop !== this.#of.shop || head.epoch !== this.#of.epoch) return false;
    const [seq, hash] = last === null ? [border.seq, border.hash] : [last.to, last.hash];
    if (seq === 0 || (seq === head.seq && hash === head.hash)) return true;
    return (await hashesInLog(this.#redis, [seq])).get(seq) === hash;
  }

  /** Writes the events from the border to `to`; then the tail that held some of them has done its work. */
  async #write(
    { shop, epoch }: Head,
    { border, last, leftOver, rivals }: ArchiveEnd,
    to: number,
  ): Promise<ArchiveEnd> {
    const range = { from: border.seq + 1, to, before: border.hash };
    const { lines, hash, ts } = await readRange(this.#redis, range);
    const name = { from: range.from, to, epoch, hash8: hash.slice(0, 8) };
    const kept = await putVerified(this.#store, segmentObject(shop, name), await packLines(lines));
    const entry: SegmentEntry = {
      ...{ format: 1, shop, ...range, epoch, hash, ts },
      sha256: sha256Of(kept),
      bytes: kept.length,
      previous: border.sha256,
    };
    const bytes = await putEntry(this.#store, entry);
    const former = last !== null && last.from === entry.from ? [nameOf(last)] : [];
    return {
      border: to % eventsPerSegment === 0 ? { seq: to, hash, sha256: sha256Of(bytes) } : border,
      last: entry,
      leftOver: [...leftOver, ...former],
      rivals,
    };
  }

  /** Removes a tail that a longer one has taken the place of. */
  async #remove(shop: string, name: SegmentName): Promise<void> {
    await this.#store.remove(segmentObject(shop, name));
    await this.#store.remove(entryObject(shop, name));
  }
}
