import { genesisHash, hashOf } from '../log/event-fields.ts';
import type { Store } from '../log/generation-reader.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { type LostEvents, LostEventsError, readBorder } from '../log/past-events.ts';
import { type LogHead, readHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { readSegment, writeSegment } from './segment-events.ts';
import { eventsPerSegment, isFull, lastOf, listSegments, readChain, type SegmentObject } from './segments.ts';

/** What an archiver has written in one epoch, or read back. */
interface Written {
  epoch: number;
  /** Position and hash of the last event before the tail. */
  border: { seq: number; hash: string };
  last: SegmentObject | null;
  /** Segments of this epoch among which are those that a longer tail replaces. */
  tails: readonly SegmentObject[];
}

/**
 * Makes an archiver that continues at the end of an archive. Each epoch has its own segments, which begin behind the last full segment of any epoch that
 * the log shares. Two archivers that write at the same time write the same segments.
 *
 * Each call is a round: it writes the events up to `head` and answers the last segment, null when the log is empty. Everything up to its end was read back from
 * the storage. It throws `LogDamagedError`, `ObjectsUnavailableError`, what reading the log throws, and the signal's reason; the next round continues.
 *
 * @param isExport whether the log reads events that have left Redis from another archive than this one
 */
export function logArchiver({ client, events }: Store, store: ObjectStore, isExport = false) {
  let known: Written | null = null;

  const hashAt = async (seq: number): Promise<string | undefined> => {
    const border = await readBorder(client);
    if (border?.seq === seq) return border.hash;
    const [entry] = await events.entriesAt([seq]);
    return entry && hashOf(entry);
  };

  async function requireSame({ to, hash, epoch }: SegmentObject): Promise<void> {
    if ((await hashAt(to)) !== hash)
      throw new LogDamagedError(to, `the archive holds another one of epoch ${epoch}`);
  }

  async function find(shop: string, epoch: number, head: number): Promise<Written> {
    const found = await listSegments(store, shop);
    const tails = found.filter((one) => one.epoch === epoch);
    const last = lastOf(tails);
    // What has left Redis is in this archive, or is lost.
    const trimmed = isExport ? null : await readBorder(client);
    let border: Written['border'] = trimmed ?? { seq: 0, hash: genesisHash };
    if (last !== undefined && last.to > border.seq) await requireSame(last);
    // An epoch has one segment at least. Its last one is written again: the archiver that wrote it may have ended before it read it back.
    const full = found.filter((one) => isFull(one) && one.to < head && one.to !== last?.to);
    for (const { to, hash } of full.sort((a, b) => b.to - a.to))
      if (to > border.seq && (await hashAt(to)) === hash) border = { seq: to, hash };
    return { epoch, border, last: null, tails };
  }

  /** Writes the events from the border to `to`, and removes the shorter tails of this epoch that it replaces. */
  async function write(shop: string, { epoch, border, tails }: Written, to: number): Promise<Written> {
    const range = { epoch, from: border.seq + 1, to, before: border.hash };
    const last = await writeSegment(events, store, shop, range);
    for (const one of tails) if (one.from === last.from && one.to < to) await store.remove(one.object);
    return {
      ...{ epoch, last, border: isFull(last) ? { seq: to, hash: last.hash } : border },
      tails: [...tails.filter((one) => one.from > last.from), last],
    };
  }

  return async function round(
    { shop, epoch, seq }: Pick<LogHead, 'shop' | 'epoch' | 'seq'>,
    signal?: AbortSignal,
  ): Promise<SegmentObject | null> {
    let written = known?.epoch === epoch ? known : await find(shop, epoch, seq);
    known = null;
    if (written.last !== null) await requireSame(written.last);
    while (seq > (written.last?.to ?? 0)) {
      signal?.throwIfAborted();
      written = await write(shop, written, Math.min(seq, written.border.seq + eventsPerSegment));
    }
    known = written;
    return written.last;
  };
}

/**
 * Finds the events that the archive does not hold, and with `contents` also those that it does not give as they were, and writes them again when Redis
 * still holds them. Answers those that were written, and as `faults` those that were not. Removes nothing. Throws `ObjectsUnavailableError`, what reading Redis throws and the signal's reason; called again it continues.
 */
export async function mendArchive(
  { client, events }: Store,
  store: ObjectStore,
  { contents, signal }: { contents: boolean; signal?: AbortSignal | undefined },
) {
  const { shop, epoch, trimmedTo } = await readHead(client);
  const mended: Pick<LostEvents, 'from' | 'to'>[] = [];
  const faults: LostEvents[] = [];
  const chain = await readChain(store, shop);
  const wrong = [...chain.faults];
  for (const segment of contents ? chain.segments : []) {
    signal?.throwIfAborted();
    await readSegment(store, segment).catch((error: unknown) => {
      if (!(error instanceof LostEventsError)) throw error;
      wrong.push(...error.faults);
    });
  }
  for (const fault of wrong.sort((a, b) => a.from - b.from)) {
    signal?.throwIfAborted();
    const { from, to } = fault;
    const hash = await events.hashAt(from - 1);
    const before = from === 1 && trimmedTo === 0 ? genesisHash : hash;
    try {
      if (before === undefined) throw new LogDamagedError(from, 'it has left Redis');
      await writeSegment(events, store, shop, { epoch, from, to, before });
      mended.push({ from, to });
    } catch (error) {
      if (!(error instanceof LogDamagedError)) throw error;
      faults.push(fault);
    }
  }
  return { mended, faults };
}
