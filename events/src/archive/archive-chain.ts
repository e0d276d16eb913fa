import { type LostEvents, LostEventsError } from '../log/past-events.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { eventsPerSegment, listSegments, type SegmentName, segmentObject } from './segment-name.ts';

/** Some events of the log, and the objects that hold them: each of them alone is enough. */
export interface Segment extends Omit<SegmentName, 'copy'> {
  readonly shop: string;
  readonly objects: readonly string[];
}

/** The segments of one history of a shop, in its order, and the events that no segment holds. */
export interface ArchiveChain {
  readonly segments: readonly Segment[];
  readonly faults: readonly LostEvents[];
}

/** The archive cannot give some events as they were; `faults` names all that are known. */
export class ArchiveDamagedError extends LostEventsError {
  /** @param faults the events concerned */
  constructor(faults: readonly LostEvents[]) {
    super(faults);
    this.name = 'ArchiveDamagedError';
  }
}

/** Finds the segments of a shop's last epoch and of the epochs that it goes on from. Throws `ObjectsUnavailableError`. */
export async function readChain(store: ObjectStore, shop: string): Promise<ArchiveChain> {
  const names = await listSegments(store, shop);
  return chainOf(shop, names, lastOf(names));
}

/** The last segment of the highest of some epochs; undefined where there is none. */
export const lastOf = (names: readonly SegmentName[]): SegmentName | undefined =>
  names.reduce<SegmentName | undefined>(
    (last, one) =>
      last === undefined || one.epoch > last.epoch || (one.epoch === last.epoch && one.to > last.to)
        ? one
        : last,
    undefined,
  );

/** Finds the segments of the history that ends with an event. It follows the hashes downward, from one epoch into the one before. */
export function chainOf(
  shop: string,
  names: readonly SegmentName[],
  end: Pick<SegmentName, 'to' | 'hash'> | undefined,
): ArchiveChain {
  const segments: Segment[] = [];
  const faults: LostEvents[] = [];
  const byEnd = Map.groupBy(names, ({ to }) => to);
  let hash: string | null = end?.hash ?? null;
  for (let to = end?.to ?? 0; to > 0; ) {
    const from = to - ((to - 1) % eventsPerSegment);
    const fitting = (byEnd.get(to) ?? []).filter((one) => hash === null || one.hash === hash);
    const [first] = fitting;
    // Below a segment that is missing the hash is unknown: then only events of which there is one history are certain.
    const what =
      first === undefined
        ? 'the archive holds no segment of them'
        : fitting.some((one) => one.hash !== first.hash) &&
          'the archive holds several histories of them, and nothing behind them that tells which counts';
    if (first === undefined || what) {
      faults.unshift({ from, to, what: what || '' });
      hash = null;
    } else {
      const { copy: _, ...name } = first;
      segments.unshift({ ...name, shop, objects: fitting.map((one) => segmentObject(shop, one)) });
      hash = first.before;
    }
    to = from - 1;
  }
  return { segments, faults };
}
