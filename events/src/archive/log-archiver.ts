import { genesisHash, hashOf } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { readBorder, type TrimBorder } from '../log/past-events.ts';
import type { LogHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { ArchiveDamagedError, chainOf, lastOf } from './archive-chain.ts';
import { readSegment, writeSegment } from './segment-events.ts';
import { eventsPerSegment, isFull, listSegments, type SegmentName, segmentObject } from './segment-name.ts';

type Head = Pick<LogHead, 'shop' | 'epoch' | 'seq'>;
/** The last event that the archive holds. */
export interface ArchivedTo {
  readonly seq: number;
  readonly hash: string;
  readonly ts: number;
}

/** Where the archive of one epoch ends. */
interface ArchiveEnd {
  readonly shop: string;
  readonly epoch: number;
  /** The last event before the tail. */
  readonly border: Pick<ArchivedTo, 'seq' | 'hash'>;
  /** The last segment of the epoch; null before the first. */
  readonly last: SegmentName | null;
  /** Shorter tails that begin like the last segment. */
  readonly replaced: readonly SegmentName[];
}

/**
 * Writes the log of a shop into an archive, from where that ends. Each epoch has segments of its own, beginning behind the last full segment that
 * holds what Redis holds. Two archivers that write at the same time write the same segments.
 */
export class LogArchiver {
  readonly #log: Pick<Store, 'client' | 'events'>;
  readonly #store: ObjectStore;
  readonly #isExport: boolean;
  #end: ArchiveEnd | null = null;

  /** @param isExport whether the archive is another one than that which holds the events that have left Redis */
  constructor(log: Pick<Store, 'client' | 'events'>, store: ObjectStore, isExport = false) {
    this.#log = log;
    this.#store = store;
    this.#isExport = isExport;
  }

  /**
   * Writes the events up to `head` and answers the last one that the archive holds, null when there is none. What it answers was read back
   * from the storage. Throws `LogDamagedError`, `ObjectsUnavailableError`, and what reading the log throws; called again it goes on.
   */
  async round(head: Head, signal?: AbortSignal): Promise<ArchivedTo | null> {
    const known = this.#end;
    this.#end = null;
    let end = known?.shop === head.shop && known.epoch === head.epoch ? known : await this.#findEnd(head);
    if (end.last !== null && (await this.#hashAt(end.last.to)) !== end.last.hash)
      throw new LogDamagedError(end.last.to, `the archive holds another one of epoch ${head.epoch}`);
    while (head.seq > (end.last?.to ?? 0)) {
      signal?.throwIfAborted();
      end = await this.#write(end, Math.min(head.seq, end.border.seq + eventsPerSegment));
    }
    this.#end = end;
    return end.last === null ? null : { seq: end.last.to, hash: end.last.hash, ts: end.last.ts };
  }

  async #findEnd({ shop, epoch, seq }: Head): Promise<ArchiveEnd> {
    const names = await listSegments(this.#store, shop);
    const own = names.filter((one) => one.epoch === epoch);
    const last = lastOf(own);
    // What has left Redis is in this archive, or is lost.
    const trimmed = this.#isExport ? null : await readBorder(this.#log.client);
    if (last === undefined || last.to < (trimmed?.seq ?? 0)) {
      const border = await this.#sharedBorder(names, seq, trimmed);
      return { shop, epoch, border, last: null, replaced: [] };
    }
    const replaced = own.filter((one) => one.from === last.from && one.to < last.to);
    if (await this.#isReadable(shop, own, last))
      return { shop, epoch, border: borderOf(last), last, replaced };
    const border = { seq: last.from - 1, hash: last.before };
    return { shop, epoch, border, last: null, replaced };
  }

  /** Reads the last segment back: the archiver that wrote it may have ended before it did so. */
  async #isReadable(shop: string, own: readonly SegmentName[], last: SegmentName): Promise<boolean> {
    const segment = chainOf(shop, own, last).segments.at(-1);
    if (segment === undefined) return false;
    return readSegment(this.#store, segment).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ArchiveDamagedError) return false;
        throw error;
      },
    );
  }

  /** Finds the last full segment before `head` that ends with the event of the log: behind it a new epoch begins, with one segment at least. */
  async #sharedBorder(
    names: readonly SegmentName[],
    head: number,
    trimmed: TrimBorder | null,
  ): Promise<ArchiveEnd['border']> {
    const ends = new Set(names.filter((one) => isFull(one) && one.to < head).map(({ to }) => to));
    for (const seq of [...ends].sort((a, b) => b - a)) {
      if (seq <= (trimmed?.seq ?? 0)) break;
      const hash = await this.#hashAt(seq);
      if (names.some((one) => one.to === seq && one.hash === hash)) return { seq, hash: hash ?? '' };
    }
    return trimmed ?? { seq: 0, hash: genesisHash };
  }

  /** Reads the hash of an event of the log; undefined where the log does not give it. */
  async #hashAt(seq: number): Promise<string | undefined> {
    const { events } = this.#log;
    const hash = (await events.hashesAt([seq])).get(seq);
    if (hash !== undefined || !this.#isExport) return hash;
    const [entry] = await events.entriesAt([seq]);
    return entry === undefined ? undefined : hashOf(entry);
  }

  /** Writes the events from the border to `to`, which replaces shorter tails of this epoch. */
  async #write(end: ArchiveEnd, to: number): Promise<ArchiveEnd> {
    const { shop, epoch, border } = end;
    const range = { from: border.seq + 1, to, before: border.hash };
    const last = await writeSegment(this.#log.events, this.#store, { shop, epoch, ...range });
    const replaced = [...end.replaced, end.last].filter((one) => one?.from === last.from);
    for (const one of replaced) if (one != null) await this.#store.remove(segmentObject(shop, one));
    return { ...end, border: borderOf(last), last, replaced: [] };
  }
}

const borderOf = ({ from, to, before, hash }: SegmentName): ArchiveEnd['border'] =>
  to % eventsPerSegment === 0 ? { seq: to, hash } : { seq: from - 1, hash: before };
