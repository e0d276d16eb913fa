import { genesisHash } from '../log/event-fields.ts';
import { byReach, eventsPerSegment, isFull, type SegmentEntry, type SegmentName } from './segment-entry.ts';

/** An entry that was found in the archive, with the sha256 of its bytes. */
export interface FoundEntry {
  readonly entry: SegmentEntry;
  readonly sha256: string;
}

/** A segment whose name stands in the archive, and of which no entry tells what it holds. */
export interface UnreadSegment extends SegmentName {
  readonly what: string;
}

/** Events that the archive cannot give as they were, and why. */
export interface ArchiveFault {
  readonly from: number;
  readonly to: number;
  readonly what: string;
}

/** The segments that together are the log, in its order, and what is wrong with them. */
export interface ArchiveChain {
  readonly entries: readonly SegmentEntry[];
  readonly faults: readonly ArchiveFault[];
  /** What by its name comes after the last of them and cannot be read: a server may be writing it right now, or the log was longer. */
  readonly beyond: readonly UnreadSegment[];
}

/**
 * Chooses of all entries those that are the log: it ends with the segment of the highest epoch, of several the longest, and at each
 * border before it goes on with the one whose last hash fits. Two histories may share a beginning, as when a Redis was promoted without
 * the last events. A segment that is missing is named, and what stands before it is chosen all the same. Of the segments without a
 * readable entry those are named that would come after the end.
 */
export function chooseChain(
  found: readonly FoundEntry[],
  unread: readonly UnreadSegment[] = [],
): ArchiveChain {
  const last = found.toSorted((a, b) => byReach(a.entry, b.entry)).at(-1);
  if (last === undefined) return { entries: [], faults: [], beyond: unread };
  const beyond = unread.filter((name) => byReach(name, last.entry) > 0);
  return { ...chainEndingWith(last, found), beyond };
}

/** Chooses in the same way the entries of the log that ends with a certain segment. */
export function chainEndingWith(last: FoundEntry, found: readonly FoundEntry[]): ArchiveChain {
  const full = new Map<number, FoundEntry[]>();
  for (const one of found)
    if (isFull(one.entry)) full.set(one.entry.to, [...(full.get(one.entry.to) ?? []), one]);
  const chain = [last];
  const faults: ArchiveFault[] = [];
  /** The hash that the segment before must end with; null behind a missing one. */
  let hash: string | null = last.entry.before;
  let after: FoundEntry | null = last;
  for (let border = last.entry.from - 1; border > 0; border -= eventsPerSegment) {
    const here = full.get(border) ?? [];
    const fitting = here
      .filter(({ entry }) => hash === null || entry.hash === hash)
      .toSorted((a, b) => byReach(a.entry, b.entry));
    // Of two that hold the same events the one counts that the segment behind them was written after.
    const before: FoundEntry | undefined =
      fitting.find((one) => one.sha256 === after?.entry.previous) ?? fitting.at(-1);
    if (before === undefined) {
      const what = here.length > 0 ? 'only segments of another history are there' : 'no segment is there';
      faults.unshift({ from: border - eventsPerSegment + 1, to: border, what });
      [hash, after] = [null, null];
      continue;
    }
    if (after !== null && after.entry.previous !== before.sha256) {
      const { from, to } = before.entry;
      faults.unshift({ from, to, what: 'their entry is not the one after which the next was written' });
    }
    chain.unshift(before);
    hash = before.entry.before;
    after = before;
  }
  const [first] = chain;
  if (first !== undefined && hash !== null && hash !== genesisHash)
    faults.unshift({ from: 1, to: first.entry.to, what: 'the log does not begin with them' });
  return { entries: chain.map(({ entry }) => entry), faults, beyond: [] };
}
