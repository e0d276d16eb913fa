import { z } from 'zod';

/** How many events a full segment holds: 1 to 2,000, 2,001 to 4,000, and so on. What follows the last full one is the tail. */
export const eventsPerSegment = 2_000;

const seq = z.int().min(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const chained = z.string().regex(/^[0-9a-f]{40}$/);

/** What stands beside a segment of the archived log, in an object of its own that is written last. */
export const SegmentEntry = z.strictObject({
  format: z.literal(1),
  shop: z.string(),
  /** The first and the last event of the segment. */
  from: seq,
  to: seq,
  /** The epoch of the log in which it was written. */
  epoch: z.int().min(0),
  /** The hash of the event before the first, and that of the last. */
  before: chained,
  hash: chained,
  /** The time of the last event (ms). */
  ts: z.int().min(0),
  /** Of the segment's bytes as they are kept. */
  sha256,
  bytes: z.int().min(1),
  /** The sha256 of the entry of the full segment before it; null for the first. */
  previous: sha256.nullable(),
});
/** What stands beside a segment of the archived log. */
export type SegmentEntry = z.infer<typeof SegmentEntry>;

/** The identity of a segment as its name tells it. */
export interface SegmentName extends Pick<SegmentEntry, 'from' | 'to' | 'epoch'> {
  /** The first eight digits of the hash of its last event. */
  readonly hash8: string;
}

/** Gives the name below which the archive of a shop keeps its log. */
export const logFolder = (shop: string): string => `${shop}/log/`;

/** The name of a segment and its entry, without their endings. */
const stem = (shop: string, { from, to, epoch, hash8 }: SegmentName): string =>
  `${logFolder(shop)}${String(from).padStart(12, '0')}-${to}-${epoch}-${hash8}`;

/** Gives the name of the object that holds a segment's events. */
export const segmentObject = (shop: string, name: SegmentName): string => `${stem(shop, name)}.ndjson.gz`;

/** Gives the name of the object that holds a segment's entry. */
export const entryObject = (shop: string, name: SegmentName): string => `${stem(shop, name)}.json`;

/** Gives the name under which an object is kept that has been set aside: it is of the log no more. */
export const lostObject = (object: string): string => object.replace('/log/', '/lost/');

/** Gives the identity of a segment that has an entry. */
export const nameOf = ({ from, to, epoch, hash: last }: SegmentEntry): SegmentName => ({
  from,
  to,
  epoch,
  hash8: last.slice(0, 8),
});

/** Reads the name of a segment's object, or of its entry's; null for any other name. */
export function parseSegmentObject(object: string): (SegmentName & { readonly isEntry: boolean }) | null {
  const found = /\/log\/(\d{12})-(\d{1,15})-(\d{1,15})-([0-9a-f]{8})\.(json|ndjson\.gz)$/.exec(object);
  if (found === null) return null;
  const [, from, to, epoch, hash8 = '', ending] = found;
  const name = { from: Number(from), to: Number(to), epoch: Number(epoch), hash8 };
  return isRange(name) ? { ...name, isEntry: ending === 'json' } : null;
}

/** Checks whether a segment begins on a border and goes no further than the next. */
const isRange = ({ from, to }: Pick<SegmentName, 'from' | 'to'>): boolean =>
  from % eventsPerSegment === 1 && to >= from && to < from + eventsPerSegment;

/** Checks whether a segment is full: nothing will be added to it. */
export const isFull = ({ to }: Pick<SegmentName, 'to'>): boolean => to % eventsPerSegment === 0;

/** Orders segments by what they know of the log: a later epoch comes after an earlier one, and of one epoch the longer. */
export const byReach = (a: Pick<SegmentName, 'epoch' | 'to'>, b: Pick<SegmentName, 'epoch' | 'to'>): number =>
  a.epoch - b.epoch || a.to - b.to;

/** Gives the bytes of an entry, always the same for the same entry. */
export const entryBytes = (entry: SegmentEntry): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${JSON.stringify(SegmentEntry.parse(entry))}\n`);
