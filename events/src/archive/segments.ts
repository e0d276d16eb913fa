import type { LostEvents } from '../log/past-events.ts';
import type { ObjectStore } from '../objects/object-store.ts';

/** How many events a full segment holds: 1 to 2,000, 2,001 to 4,000, and so on. The events after the last full one are the tail. */
export const eventsPerSegment = 2_000;

/**
 * An object that holds some events of the log. Its name says everything else: a listing alone tells which segments follow each other, across
 * epochs too.
 */
export interface SegmentObject {
  object: string;
  /** Epoch of the log in which it was written. */
  epoch: number;
  from: number;
  to: number;
  /** Time of the last event (ms). */
  ts: number;
  /** Hash of the event before the first one. */
  before: string;
  /** Hash of the last event. */
  hash: string;
}

/** Some events of a history of a shop, and the objects that hold them: each of these is enough. */
export interface Segment extends Omit<SegmentObject, 'object' | 'epoch'> {
  objects: readonly string[];
}

/** The segments of one history of a shop in order, and the events that no segment holds. */
export interface ArchiveChain {
  segments: readonly Segment[];
  faults: readonly LostEvents[];
}

const folderOf = (shop: string): string => `${shop}/log/`;

/**
 * Names the object of a segment.
 *
 * @param copy 1; more where the storage does not give an earlier copy back as it was written
 */
export const segmentObject = (
  shop: string,
  { epoch, from, to, ts, before, hash }: Omit<SegmentObject, 'object'>,
  copy: number,
): string =>
  `${folderOf(shop)}e${epoch}/${String(from).padStart(12, '0')}-${to}-${ts}-${before}-${hash}-${copy}.ndjson.gz`;

const pattern =
  /\/log\/e(\d{1,9})\/(\d{12})-(\d{1,15})-(\d{1,15})-([0-9a-f]{40})-([0-9a-f]{40})-\d\.ndjson\.gz$/;

/** Lists the segments of a shop, in no certain order. Throws `ObjectsUnavailableError`. */
export async function listSegments(store: ObjectStore, shop: string): Promise<SegmentObject[]> {
  const found: SegmentObject[] = [];
  for await (const object of store.list(folderOf(shop))) {
    const [, ...parts] = pattern.exec(object) ?? [];
    const [epoch = 0, from = 0, to = 0, ts = 0] = parts.slice(0, 4).map(Number);
    const [before = '', hash = ''] = parts.slice(4);
    if (from === startOf(to) && hash !== '') found.push({ object, epoch, from, to, ts, before, hash });
  }
  return found;
}

/** Finds the highest epoch of which an archive holds events; 0 where it holds none. Throws `ObjectsUnavailableError`. */
export async function highestEpoch(store: ObjectStore, shop: string): Promise<number> {
  return lastOf(await listSegments(store, shop))?.epoch ?? 0;
}

/** Checks whether a segment is full: nothing will be added to it. */
export const isFull = ({ to }: Pick<SegmentObject, 'to'>): boolean => to % eventsPerSegment === 0;

/** Gives the first event of the segment that holds an event. */
export const startOf = (seq: number): number => seq - ((seq - 1) % eventsPerSegment);

/** Finds the last segment of the highest of some epochs; undefined where there is none. */
export const lastOf = (found: readonly SegmentObject[]): SegmentObject | undefined =>
  found.toSorted((a, b) => a.epoch - b.epoch || a.to - b.to).at(-1);

/**
 * Finds the segments of the history that ends with an event, with that of the highest epoch unless told. It follows the hashes downward, from one epoch into the one before.
 * Throws `ObjectsUnavailableError`.
 */
export async function readChain(
  store: ObjectStore,
  shop: string,
  until?: { seq: number; hash: string },
): Promise<ArchiveChain> {
  const found = await listSegments(store, shop);
  const last = lastOf(found);
  const segments: Segment[] = [];
  const faults: LostEvents[] = [];
  let to = until?.seq ?? last?.to ?? 0;
  let hash = until?.hash ?? last?.hash;
  for (; to > 0; to = startOf(to) - 1) {
    const fitting = found.filter((one) => one.to === to && (hash ?? one.hash) === one.hash);
    const [first] = fitting;
    hash = first?.before;
    // Below a segment that is missing the hash is unknown: then only events of which there is one history are certain.
    const isCertain = first !== undefined && fitting.every((one) => one.hash === first.hash);
    if (isCertain) segments.unshift({ ...first, objects: fitting.map(({ object }) => object) });
    else {
      hash = undefined;
      const what = first
        ? 'the archive holds several histories of them, and nothing behind them that tells which counts'
        : 'the archive holds no segment of them';
      faults.unshift({ from: startOf(to), to, what });
    }
  }
  return { segments, faults };
}
