import { chainHash, namedFields, storedEvent } from '../log/event-fields.ts';
import type { PastEvents, TrimBorder } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { type ObjectStore, ObjectsUnavailableError, PastUnavailableError } from '../objects/object-store.ts';
import { ArchiveDamagedError } from './archive-damaged-error.ts';
import { type ArchiveChain, chainEndingWith, chooseChain } from './choose-chain.ts';
import { entriesAt, listSegments, readEntries } from './read-entries.ts';
import { readSegment } from './read-segment.ts';
import { eventsPerSegment, isFull, type SegmentEntry } from './segment-entry.ts';

/** Segments that stay unpacked in memory: some 2 MB each. */
const mostSegments = 8;
/** For so long an archive in which something is wrong is not looked through again (ms): it may be put right. */
const lookAgainMs = 30_000;

/**
 * Gives the events that have left Redis out of the archive. Which segments they are is read once for each border, and is checked against the hash
 * that Redis keeps of the last of them; each segment is checked as it is unpacked, and a few stay unpacked.
 */
export function pastSegments(store: ObjectStore): PastEvents {
  const unpacked = new Map<string, Promise<readonly RawEntry[]>>();
  let known: { readonly of: string; readonly chain: Promise<ArchiveChain>; until: number } | null = null;

  const chainOf = (border: TrimBorder): Promise<ArchiveChain> => {
    const of = `${border.shop} ${border.seq} ${border.hash}`;
    if (known?.of === of && Date.now() < known.until) return known.chain;
    const chain = chainTo(store, border);
    const mine = { of, chain, until: Number.POSITIVE_INFINITY };
    known = mine;
    chain.then(
      ({ faults }) => {
        if (faults.length > 0) mine.until = Date.now() + lookAgainMs;
      },
      () => {
        mine.until = 0;
      },
    );
    return chain;
  };
  const segment = (entry: SegmentEntry): Promise<readonly RawEntry[]> => {
    const found = unpacked.get(entry.sha256);
    if (found !== undefined) unpacked.delete(entry.sha256);
    const reading = found ?? segmentEvents(store, entry);
    unpacked.set(entry.sha256, reading);
    reading.catch(() => unpacked.delete(entry.sha256));
    for (const oldest of unpacked.keys()) {
      if (unpacked.size <= mostSegments) break;
      unpacked.delete(oldest);
    }
    return reading;
  };

  const unlessAway = <T>(reading: Promise<T>): Promise<T> =>
    reading.catch((error: unknown) => {
      throw error instanceof ObjectsUnavailableError ? new PastUnavailableError(error) : error;
    });
  const read: PastEvents['read'] = async (border, seq, count) => {
    const chain = await chainOf(border);
    const entry = segmentWith(chain, seq);
    const before = chain.entries.find(({ to }) => to === entry.from - 1);
    const isNext = before !== undefined && unpacked.has(before.sha256) && !unpacked.has(entry.sha256);
    const events = await segment(entry);
    // Whoever reads on will want the next one.
    const next = isNext ? chain.entries.find(({ from }) => from === entry.to + 1) : undefined;
    if (next !== undefined) segment(next).catch(() => undefined);
    return events.slice(seq - entry.from, seq - entry.from + count);
  };

  return {
    read: (border, seq, count) => unlessAway(read(border, seq, count)),
    async hashesAt(shop, seq) {
      const { entered } = await listSegments(store, shop);
      return (await entriesAt(store, shop, entered, seq)).map(({ entry }) => entry.hash);
    },
  };
}

/** The full segments of the log up to a border, with what is wrong with them. Throws `ObjectsUnavailableError`. */
async function chainTo(store: ObjectStore, { shop, seq, hash }: TrimBorder): Promise<ArchiveChain> {
  const { found: all } = await readEntries(store, shop);
  const found = all.filter(({ entry }) => isFull(entry) && entry.to <= seq);
  const last = found.filter(({ entry }) => entry.to === seq && entry.hash === hash).at(-1);
  if (last !== undefined) return chainEndingWith(last, found);
  const from = seq - eventsPerSegment + 1;
  const what = 'the segment that ends with the event after which the log in Redis goes on is not there';
  // What stands before it is of use all the same, as far as it hangs together.
  const before = found.filter(({ entry }) => entry.to === from - 1).at(-1);
  const { entries, faults } = before === undefined ? chooseChain([]) : chainEndingWith(before, found);
  return { entries, faults: [...faults, { from, to: seq, what }], beyond: [] };
}

/** The segment that holds an event. Throws `ArchiveDamagedError` where there is none, or it is not the one that belongs there. */
export function segmentWith({ entries, faults }: ArchiveChain, seq: number): SegmentEntry {
  const to = Math.ceil(seq / eventsPerSegment) * eventsPerSegment;
  const range = { from: to - eventsPerSegment + 1, to };
  const fault = faults.find((one) => one.from <= range.to && one.to >= range.from);
  if (fault !== undefined) throw new ArchiveDamagedError([{ ...range, what: fault.what }]);
  const entry = entries.find((one) => one.to === to);
  if (entry === undefined) throw new ArchiveDamagedError([{ ...range, what: 'no segment is there' }]);
  return entry;
}

/** Reads the events of a full segment as Redis held them, each checked by its hash. Throws `ArchiveDamagedError` and `ObjectsUnavailableError`. */
export async function segmentEvents(store: ObjectStore, entry: SegmentEntry): Promise<readonly RawEntry[]> {
  let hash = entry.before;
  const bad = (what: string) => new ArchiveDamagedError([{ ...entry, what }]);
  const events = (await readSegment(store, entry)).map(({ id, f }, index): RawEntry => {
    const fields = namedFields(f);
    const seq = entry.from + index;
    if (id !== `${seq}-0`) throw bad(`event ${seq} is missing`);
    const event = storedEvent(id, fields);
    if (chainHash(hash, event) !== event.hash)
      throw bad(`event ${seq} does not fit its hash, or the one before`);
    hash = event.hash;
    return [id, fields];
  });
  if (hash !== entry.hash) throw bad('they do not end with the hash that their entry says');
  return events;
}
