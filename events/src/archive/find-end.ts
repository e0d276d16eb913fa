import type { Redis } from 'ioredis';
import { genesisHash } from '../log/event-fields.ts';
import { readBorder } from '../log/past-events.ts';
import type { LogHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { FoundEntry } from './choose-chain.ts';
import { hashesInLog } from './log-hashes.ts';
import { entriesAt, type ListedSegments, listSegments, readEntry } from './read-entries.ts';
import { byReach, isFull, type SegmentEntry, type SegmentName } from './segment-entry.ts';

/** Up to where the archive holds the log that is in Redis. */
export interface ArchiveEnd {
  /** The last event of the last full segment and its hash, and the sha256 of that segment's entry; 0 where there is none. */
  readonly border: { readonly seq: number; readonly hash: string; readonly sha256: string | null };
  /** What was written last of the log in Redis: a tail, or the last full segment; null where nothing was. */
  readonly last: SegmentEntry | null;
  /** The other tails of this same log, whole or half, of no later epoch: a longer one takes their place. */
  readonly leftOver: readonly SegmentName[];
  /** What seems to be a longer segment of another history in this same epoch, behind the same border. */
  readonly rivals: readonly SegmentName[];
}
/** The same before anybody has looked for rivals. */
type SharedEnd = Omit<ArchiveEnd, 'rivals'>;

/** The log in Redis now, or some moments ago. */
type Head = Pick<LogHead, 'shop' | 'epoch' | 'seq'>;

const nothing: SharedEnd = {
  border: { seq: 0, hash: genesisHash, sha256: null },
  last: null,
  leftOver: [],
};

/**
 * Finds where the archive of a shop ends, as far as it holds the log that is in Redis now and in this `epoch`. Where Redis has another history than
 * the archive's tail, that is the last segment which both share. Throws `ObjectsUnavailableError`, and what reading Redis throws.
 */
export async function findEnd(redis: Redis, store: ObjectStore, head: Head): Promise<ArchiveEnd> {
  // Listed first: what another archiver wrote of the log in Redis is there when it is looked for.
  const listed = await listSegments(store, head.shop);
  const end = await sharedEnd(redis, store, head, listed);
  return { ...end, rivals: await rivalsOf(redis, head, end.border.seq + 1, listed) };
}

/**
 * Finds the segments of this epoch that end with no event of Redis and reach as far as the head at least. Where they go on behind the next border
 * none counts: so much is not lost by a failover, but where an old Redis has come back, and is still of use.
 */
async function rivalsOf(
  redis: Redis,
  { epoch, seq }: Head,
  from: number,
  { entered, unentered }: ListedSegments,
): Promise<readonly SegmentName[]> {
  const longer = [...entered, ...unentered].filter((name) => name.epoch === epoch && name.to >= seq);
  const shared = longer.length === 0 ? [] : await sharedSegments(redis, longer);
  const others = longer.filter((name) => !shared.includes(name));
  return others.every((name) => name.from === from) ? others : [];
}

async function sharedEnd(
  redis: Redis,
  store: ObjectStore,
  { shop, epoch, seq }: Head,
  { entered: names, unentered }: ListedSegments,
): Promise<SharedEnd> {
  const inLog = ({ to }: SegmentName) => to <= seq;
  const shared = await sharedSegments(redis, names.filter(inLog));
  const furthest = names.toSorted(byReach).at(-1);
  const trimmedTo = (await readBorder(redis))?.seq ?? 0;
  for (const name of shared) {
    const found = await readEntry(store, shop, name);
    if (found === null || !(await isInRedis(redis, found.entry))) continue;
    // Another history that looks longer than this one: what is shared is written again, so that this epoch tells where it ends. What has
    // left Redis cannot be written again, and need not: some event stands behind it, which is written next.
    const outdone =
      furthest !== undefined && byReach(furthest, name) > 0 && name.epoch < epoch && name.to > trimmedTo;
    if (outdone && (furthest.to > seq || !(await isShared(redis, furthest)))) {
      const before = await borderBefore(store, shop, names, found);
      if (before !== null) return { border: before, last: null, leftOver: [] };
      continue;
    }
    const border = isFull(name)
      ? { seq: name.to, hash: found.entry.hash, sha256: found.sha256 }
      : await borderBefore(store, shop, names, found);
    if (border === null) continue;
    const halves = await sharedSegments(redis, unentered.filter(inLog));
    // A later epoch's tail is no left-over, however short: it tells where that epoch ends.
    const isOurs = (other: SegmentName) => !isFull(other) && other !== name && other.epoch <= epoch;
    const leftOver = [...shared, ...halves].filter(isOurs);
    return { border, last: found.entry, leftOver };
  }
  return nothing;
}

/** The border that a segment begins on, with the entry of the full segment before it; null when that is missing. */
async function borderBefore(
  store: ObjectStore,
  shop: string,
  names: readonly SegmentName[],
  { entry }: FoundEntry,
): Promise<ArchiveEnd['border'] | null> {
  if (entry.from === 1) return entry.before === genesisHash ? nothing.border : null;
  const fitting = (await entriesAt(store, shop, names, entry.from - 1)).filter(
    (found) => found.entry.hash === entry.before,
  );
  // It may stand there twice, of two epochs: the chain goes on from the one that was gone on from.
  const found = fitting.find(({ sha256 }) => sha256 === entry.previous) ?? fitting[0];
  return found === undefined ? null : { seq: found.entry.to, hash: entry.before, sha256: found.sha256 };
}

/** Those of some segments that seem to end with an event that is in Redis, those that reach furthest first. */
async function sharedSegments(redis: Redis, names: readonly SegmentName[]): Promise<SegmentName[]> {
  const ends = [...new Set(names.map(({ to }) => to))];
  const hashes = await hashesInLog(redis, ends);
  return names
    .filter(({ to, hash8 }) => hashes.get(to)?.startsWith(hash8) === true)
    .toSorted((a, b) => b.to - a.to || b.epoch - a.epoch);
}

const isShared = async (redis: Redis, name: SegmentName): Promise<boolean> =>
  (await sharedSegments(redis, [name])).length > 0;

async function isInRedis(redis: Redis, { to, hash }: SegmentEntry): Promise<boolean> {
  return (await hashesInLog(redis, [to])).get(to) === hash;
}
