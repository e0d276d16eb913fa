import type { RawEntry } from '../log/event-fields.ts';
import { LostEventsError, type PastEvents } from '../log/past-events.ts';
import { type ObjectStore, ObjectsUnavailableError, PastUnavailableError } from '../objects/object-store.ts';
import { readSegment } from './segment-events.ts';
import { type ArchiveChain, listSegments, readChain, type Segment, startOf } from './segments.ts';

/** Segments that stay unpacked in memory: some 2 MB each. */
const maxSegments = 8;

/**
 * Gives the events that have left Redis from the archive. The segments are found once for each border, by the hash of its last event, and again while
 * some are missing, because they may be copied back. Each is checked when it is unpacked, and a few stay unpacked.
 */
export function pastSegments(store: ObjectStore): PastEvents {
  const unpacked = new Map<string, Promise<readonly RawEntry[]>>();
  let chain: ArchiveChain = { segments: [], faults: [] };

  const eventsOf = (segment: Segment): Promise<readonly RawEntry[]> => {
    const reading = unpacked.get(segment.hash) ?? readSegment(store, segment);
    reading.catch(() => unpacked.delete(segment.hash));
    unpacked.set(segment.hash, reading);
    const [first = ''] = unpacked.keys();
    if (unpacked.size > maxSegments) unpacked.delete(first);
    return reading;
  };

  return {
    async read(border, seq, count) {
      try {
        if (chain.segments.at(-1)?.hash !== border.hash || chain.faults.length > 0)
          chain = await readChain(store, border.shop, border);
        const events = await eventsOf(segmentWith(chain, seq));
        const at = seq - startOf(seq);
        return events.slice(at, at + count);
      } catch (error) {
        throw error instanceof ObjectsUnavailableError ? new PastUnavailableError(error) : error;
      }
    },
    hashesAt: async (shop, seq) =>
      (await listSegments(store, shop)).filter(({ to }) => to === seq).map(({ hash }) => hash),
  };
}

/** Finds the segment that holds an event. Throws `LostEventsError` where there is none. */
export function segmentWith({ segments, faults }: ArchiveChain, seq: number): Segment {
  const found = segments.find(({ from, to }) => from <= seq && seq <= to);
  if (found === undefined) throw new LostEventsError(faults.filter(({ from }) => from === startOf(seq)));
  return found;
}
