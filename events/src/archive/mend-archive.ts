import type { Redis } from 'ioredis';
import { genesisHash } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { readBorder } from '../log/past-events.ts';
import { type LogHead, scanHead } from '../log/store-head.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import { ArchiveDamagedError } from './archive-damaged-error.ts';
import {
  type ArchiveChain,
  type ArchiveFault,
  chainEndingWith,
  chooseChain,
  type FoundEntry,
} from './choose-chain.ts';
import { hashesInLog } from './log-hashes.ts';
import { packLines } from './packed-lines.ts';
import { putVerified } from './put-verified.ts';
import { readEntries, segmentInsteadOf } from './read-entries.ts';
import { readRange, readSegment } from './read-segment.ts';
import {
  entryBytes,
  entryObject,
  eventsPerSegment,
  logFolder,
  nameOf,
  type SegmentEntry,
  segmentObject,
} from './segment-entry.ts';

/** The events from the first to the last. */
type Range = Pick<ArchiveFault, 'from' | 'to'>;

/** What was found wrong in the archive of the log that is in Redis. */
export interface MendedArchive {
  /** The events whose segments were written again, as they had been. */
  readonly mended: readonly Range[];
  /** What could not be mended: the events have left Redis, or Redis holds others. */
  readonly faults: readonly ArchiveFault[];
}

/** How much is looked at. */
interface MendOptions {
  /** Read every segment back, not only see that it is there. */
  readonly contents: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** The segments of the log that is in Redis: the last one ends with an event that stands there, or with the last one that left. */
export async function chainOfLog(
  redis: Redis,
  store: ObjectStore,
  { shop, seq }: Pick<LogHead, 'shop' | 'seq'>,
): Promise<ArchiveChain> {
  const found = (await readEntries(store, shop)).found.filter(({ entry }) => entry.to <= seq);
  const ends = [...new Set(found.map(({ entry }) => entry.to))];
  const hashes = await hashesInLog(redis, ends);
  const isOfLog = ({ entry }: FoundEntry) => entry.hash === hashes.get(entry.to);
  const last = found
    .filter(isOfLog)
    .toSorted((a, b) => a.entry.to - b.entry.to)
    .at(-1);
  return last === undefined ? chooseChain([]) : chainEndingWith(last, found);
}

/**
 * Looks through the archive of the log that is in Redis, and writes again what is missing in its middle or is not as it was, where Redis still
 * holds the events. What is written must be byte for byte what stood there: the entry behind it, or its own, says what that was.
 * Throws `ObjectsUnavailableError` and what reading Redis throws; called again it goes on.
 */
export async function mendArchive(
  redis: Redis,
  store: ObjectStore,
  { contents, signal }: MendOptions,
): Promise<MendedArchive> {
  const head = await scanHead(redis);
  const inRedis = ((await readBorder(redis))?.seq ?? 0) + 1;
  const chain = await chainOfLog(redis, store, head);
  const mended: Range[] = [];
  const faults: ArchiveFault[] = [];
  const tell = (fault: ArchiveFault, isMended: boolean) =>
    isMended ? mended.push({ from: fault.from, to: fault.to }) : faults.push(fault);
  for (const run of runsOf(chain.faults)) {
    signal?.throwIfAborted();
    tell(run, run.from >= inRedis && (await writeRun(redis, store, chain, run)));
  }
  const wrong = new Set(chain.faults.map(({ from }) => from));
  const names = await objectsOf(store, head.shop);
  for (const entry of chain.entries.filter(({ from }) => !wrong.has(from))) {
    signal?.throwIfAborted();
    const what = await whatIsWrong(store, entry, { contents, names });
    if (what !== null)
      tell(
        { from: entry.from, to: entry.to, what },
        entry.from >= inRedis && (await writeSegment(redis, store, entry)),
      );
  }
  const inOrder = (a: Range, b: Range) => a.from - b.from;
  return { mended: mended.toSorted(inOrder), faults: faults.toSorted(inOrder) };
}

async function objectsOf(store: ObjectStore, shop: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const name of store.list(logFolder(shop))) names.add(name);
  return names;
}

async function whatIsWrong(
  store: ObjectStore,
  entry: SegmentEntry,
  { contents, names }: { contents: boolean; names: ReadonlySet<string> },
): Promise<string | null> {
  const object = segmentObject(entry.shop, nameOf(entry));
  const fault = (of: SegmentEntry) => (contents ? faultOf(store, of) : null);
  const what = names.has(object) ? await fault(entry) : `${object} is missing`;
  if (what === null) return null;
  // The archive goes on being written: a longer segment may have taken the place of this tail since the entries were read.
  const instead = await segmentInsteadOf(store, entry);
  return instead === null ? what : fault(instead);
}

/** What is wrong with the bytes of a segment; null when nothing is. */
async function faultOf(store: ObjectStore, entry: SegmentEntry): Promise<string | null> {
  try {
    await readSegment(store, entry);
    return null;
  } catch (error) {
    if (error instanceof ArchiveDamagedError) return error.faults.map(({ what }) => what).join('; ');
    throw error;
  }
}

/** Joins faults that stand behind each other: where two segments are missing, only the entry behind the second tells what both were. */
function runsOf(faults: readonly ArchiveFault[]): ArchiveFault[] {
  const runs: ArchiveFault[] = [];
  for (const fault of faults) {
    const last = runs.at(-1);
    if (last !== undefined && fault.from === last.to + 1) runs[runs.length - 1] = { ...last, to: fault.to };
    else runs.push(fault);
  }
  return runs;
}

/** Writes a segment again of which the entry is there. Answers whether Redis holds just those bytes. */
async function writeSegment(redis: Redis, store: ObjectStore, entry: SegmentEntry): Promise<boolean> {
  const packed = await packRange(redis, entry);
  if (packed === null || sha256Of(packed.bytes) !== entry.sha256) return false;
  const object = segmentObject(entry.shop, nameOf(entry));
  // The same lines may stand there in other bytes, which are not those of the entry.
  await store.remove(object);
  await putVerified(store, object, packed.bytes);
  return true;
}

/** Writes segments again of which the entries are not there. Answers whether they are those that the entry behind them was written after. */
async function writeRun(
  redis: Redis,
  store: ObjectStore,
  { entries }: ArchiveChain,
  run: Range,
): Promise<boolean> {
  const before = entries.find(({ to }) => to === run.from - 1);
  const behind = entries.find(({ from }) => from === run.to + 1);
  if (behind === undefined || (before === undefined && run.from !== 1)) return false;
  const parts: Omit<SegmentEntry, 'epoch' | 'previous'>[] = [];
  let hash = before?.hash ?? genesisHash;
  for (let from = run.from; from < run.to; from += eventsPerSegment) {
    const range = { from, to: from + eventsPerSegment - 1, before: hash };
    const packed = await packRange(redis, range);
    if (packed === null) return false;
    const { bytes, ts } = packed;
    const sizes = { sha256: sha256Of(bytes), bytes: bytes.length };
    parts.push({ format: 1, shop: behind.shop, ...range, hash: packed.hash, ts, ...sizes });
    hash = packed.hash;
  }
  const made = inSomeEpoch(parts, before, behind);
  for (const entry of made ?? []) {
    if (!(await writeSegment(redis, store, entry))) return false;
    await putVerified(store, entryObject(entry.shop, nameOf(entry)), entryBytes(entry));
  }
  return made !== null;
}

/** Chains the entries in the one epoch in which the last of them is what the entry behind it says; null where there is none. */
function inSomeEpoch(
  parts: readonly Omit<SegmentEntry, 'epoch' | 'previous'>[],
  before: SegmentEntry | undefined,
  behind: SegmentEntry,
): SegmentEntry[] | null {
  const start = before === undefined ? null : sha256Of(entryBytes(before));
  for (let epoch = before?.epoch ?? 0; epoch <= behind.epoch; epoch += 1) {
    let previous = start;
    const made = parts.map((part) => {
      const entry: SegmentEntry = { ...part, epoch, previous };
      previous = sha256Of(entryBytes(entry));
      return entry;
    });
    if (previous === behind.previous) return made;
  }
  return null;
}

/** Packs events out of Redis; null where they are not all there, or do not go on from `before`. */
async function packRange(redis: Redis, range: Pick<SegmentEntry, 'from' | 'to' | 'before'>) {
  try {
    const { lines, hash, ts } = await readRange(redis, range);
    return { bytes: await packLines(lines), hash, ts };
  } catch (error) {
    if (error instanceof LogDamagedError) return null;
    throw error;
  }
}
