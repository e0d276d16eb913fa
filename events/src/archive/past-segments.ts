import type { RawEntry } from '../log/event-fields.ts';
import type { PastEvents, TrimBorder } from '../log/past-events.ts';
import { type ObjectStore, ObjectsUnavailableError, PastUnavailableError } from '../objects/object-store.ts';
import { type ArchiveChain, ArchiveDamagedError, chainOf, type Segment } from './archive-chain.ts';
import { readSegment } from './segment-events.ts';
import { eventsPerSegment, listSegments } from './segment-name.ts';

/** Segments that stay unpacked in memory: some 2 MB each. */
const mostSegments = 8;
/** How long an archive that lacks events is not listed again (ms). It is listed later because the events may be copied back. */
const lookAgainMs = 30_000;

/**
 * Gives the events that have left Redis out of the archive. The segments are found once for each border, by the hash of its last event; each is checked as it
 * is unpacked, and a few stay unpacked.
 */
export function pastSegments(store: ObjectStore): PastEvents {
  const unpacked = new Map<string, Promise<readonly RawEntry[]>>();
  let known: { readonly hash: string; readonly chain: ArchiveChain; readonly until: number } | null = null;

  const chainTo = async ({ shop, seq, hash }: TrimBorder): Promise<ArchiveChain> => {
    if (known?.hash === hash && Date.now() < known.until) return known.chain;
    const names = await listSegments(store, shop);
    const chain = chainOf(shop, names, { to: seq, hash });
    const until = chain.faults.length > 0 ? Date.now() + lookAgainMs : Number.POSITIVE_INFINITY;
    known = { hash, chain, until };
    return chain;
  };
  const eventsOf = (segment: Segment): Promise<readonly RawEntry[]> => {
    const found = unpacked.get(segment.hash);
    unpacked.delete(segment.hash);
    const reading = found ?? readSegment(store, segment);
    unpacked.set(segment.hash, reading);
    reading.catch(() => unpacked.delete(segment.hash));
    const [oldest] = unpacked.keys();
    if (unpacked.size > mostSegments && oldest !== undefined) unpacked.delete(oldest);
    return reading;
  };

  return {
    async read(border, seq, count) {
      try {
        const segment = segmentWith(await chainTo(border), seq);
        const events = await eventsOf(segment);
        return events.slice(seq - segment.from, seq - segment.from + count);
      } catch (error) {
        throw error instanceof ObjectsUnavailableError ? new PastUnavailableError(error) : error;
      }
    },
    hashesAt: async (shop, seq) =>
      (await listSegments(store, shop)).filter(({ to }) => to === seq).map(({ hash }) => hash),
  };
}

/** Finds the segment that holds an event. Throws `ArchiveDamagedError` where there is none. */
export function segmentWith({ segments, faults }: ArchiveChain, seq: number): Segment {
  const found = segments.find(({ from, to }) => from <= seq && seq <= to);
  if (found !== undefined) return found;
  const from = seq - ((seq - 1) % eventsPerSegment);
  const fault = faults.find((one) => one.from === from);
  throw new ArchiveDamagedError([
    fault ?? { from, to: from + eventsPerSegment - 1, what: 'the archive holds no segment of them' },
  ]);
}
