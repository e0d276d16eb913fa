import type { ObjectStore } from '../objects/object-store.ts';

/** How many events a full segment holds: 1 to 2,000, 2,001 to 4,000, and so on. The events after the last full one are the tail. */
export const eventsPerSegment = 2_000;

/**
 * What the name of a segment's object says. A segment names the hash of the event before it and that of its last event, so a listing alone
 * tells which segments follow each other, across epochs too.
 */
export interface SegmentName {
  /** The epoch of the log in which it was written. */
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
  /** The time of the last event (ms). */
  readonly ts: number;
  /** The hash of the event before the first one. */
  readonly before: string;
  /** The hash of the last event. */
  readonly hash: string;
  /** 1; more where the storage does not give an earlier copy back as it was written. */
  readonly copy: number;
}

const logFolder = (shop: string): string => `${shop}/log/`;

/** Gives the name of the object that holds a segment's events. */
export const segmentObject = (
  shop: string,
  { epoch, from, to, ts, before, hash, copy }: SegmentName,
): string =>
  `${logFolder(shop)}e${epoch}/${String(from).padStart(12, '0')}-${to}-${ts}-${before}-${hash}-${copy}.ndjson.gz`;

const pattern =
  /\/log\/e(\d{1,9})\/(\d{12})-(\d{1,15})-(\d{1,15})-([0-9a-f]{40})-([0-9a-f]{40})-(\d)\.ndjson\.gz$/;

function parseSegmentObject(object: string): SegmentName | null {
  const [, epoch, from, to, ts, before = '', hash = '', copy] = pattern.exec(object) ?? [];
  if (copy === undefined) return null;
  const name = {
    ...{ epoch: Number(epoch), from: Number(from), to: Number(to), ts: Number(ts) },
    ...{ before, hash, copy: Number(copy) },
  };
  const isRange =
    name.from % eventsPerSegment === 1 && name.to >= name.from && name.to < name.from + eventsPerSegment;
  return isRange ? name : null;
}

/** Lists the segments of a shop, in no certain order. Throws `ObjectsUnavailableError`. */
export async function listSegments(store: ObjectStore, shop: string): Promise<SegmentName[]> {
  const names: SegmentName[] = [];
  for await (const object of store.list(logFolder(shop))) {
    const name = parseSegmentObject(object);
    if (name !== null) names.push(name);
  }
  return names;
}

/** Finds the highest epoch of which an archive holds events; 0 where it holds none. Throws `ObjectsUnavailableError`. */
export async function highestEpoch(store: ObjectStore, shop: string): Promise<number> {
  return Math.max(0, ...(await listSegments(store, shop)).map(({ epoch }) => epoch));
}

/** Checks whether a segment is full: nothing will be added to it. */
export const isFull = ({ to }: Pick<SegmentName, 'to'>): boolean => to % eventsPerSegment === 0;
