import type { EventLine } from '../backup/backup-lines.ts';
import { namedFields } from '../log/event-fields.ts';
import { ChainCheck, type LogPosition, type ScannedEvent } from '../log/log-scan.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { ArchiveDamagedError } from './archive-damaged-error.ts';
import { type ArchiveChain, chooseChain } from './choose-chain.ts';
import { readEntries, segmentInsteadOf } from './read-entries.ts';
import { readSegment } from './read-segment.ts';
import type { SegmentEntry } from './segment-entry.ts';

/** Up to where the log is read: to this event, or to the last one that is not later than this time (ms). */
export type ArchiveMoment = { readonly seq: number } | { readonly time: number };

/** An event of the archive, as a line and as it was checked. */
export interface ArchivedEvent {
  readonly line: EventLine;
  readonly scanned: ScannedEvent;
}

/** How many segments are read ahead. */
const ahead = 3;

/** Finds the segments that are the log of a shop. Throws `ObjectsUnavailableError`. */
export async function readChain(store: ObjectStore, shop: string): Promise<ArchiveChain> {
  const { found, unread } = await readEntries(store, shop);
  return chooseChain(found, unread);
}

/**
 * Reads the events after `after` up to `until` (all, unless told) segment by segment, each checked: the bytes by their sha256, the events by their
 * chain of hashes, the segments by the chain of their entries. Throws `ArchiveDamagedError` where that ends, naming the events
 * concerned, and `ObjectsUnavailableError`.
 */
export async function* archivedEvents(
  store: ObjectStore,
  shop: string,
  {
    after = 0,
    until,
    chain,
  }: { after?: number; until?: ArchiveMoment | undefined; chain?: ArchiveChain } = {},
): AsyncGenerator<readonly ArchivedEvent[]> {
  const { entries, faults } = chain ?? (await readChain(store, shop));
  const wanted = entries.filter((entry) => entry.to > after && beginsBefore(entry, entries, until));
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (first === undefined || last === undefined) return;
  const concerning = faults.filter(({ from, to }) => to > after && from <= last.to);
  if (concerning.length > 0) throw new ArchiveDamagedError(concerning);
  const check = new ChainCheck(startOf(first, entries));
  const reading = wanted.slice(0, ahead).map((entry) => begin(store, entry));
  for (const [at, entry] of wanted.entries()) {
    const next = wanted[at + ahead];
    if (next !== undefined) reading.push(begin(store, next));
    const found = checked(check, entry, (await reading.shift()) ?? []);
    const events = found.filter(
      ({ scanned }) => scanned.seq > after && (until === undefined || isUntil(scanned, until)),
    );
    if (events.length > 0) yield events;
  }
}

/** Checks the events of one segment. An event of a newer release is whole, if nobody here understands it. */
function checked(check: ChainCheck, entry: SegmentEntry, lines: readonly EventLine[]): ArchivedEvent[] {
  const found = lines.map((line) => ({ line, scanned: check.check(line.id, namedFields(line.f)) }));
  const bad = found.find(({ scanned }) => scanned.faults.length > 0)?.scanned;
  if (bad !== undefined)
    throw new ArchiveDamagedError([{ ...entry, what: `event ${bad.seq}: ${bad.faults.join(', ')}` }]);
  if (check.position.hash !== entry.hash)
    throw new ArchiveDamagedError([
      { ...entry, what: 'they do not end with the hash that their entry says' },
    ]);
  return found;
}

function begin(store: ObjectStore, entry: SegmentEntry): Promise<EventLine[]> {
  const reading = readSegment(store, entry).catch(async (error: unknown) => {
    // The archive goes on being written: a longer segment may have taken the place of this tail since the chain was chosen.
    const instead = error instanceof ArchiveDamagedError ? await segmentInsteadOf(store, entry) : null;
    if (instead === null) throw error;
    return (await readSegment(store, instead)).slice(0, entry.to - entry.from + 1);
  });
  reading.catch(() => undefined); // A failure reaches the code that awaits it.
  return reading;
}

function startOf(first: SegmentEntry, entries: readonly SegmentEntry[]): LogPosition {
  const before = entries[entries.indexOf(first) - 1];
  return { seq: first.from - 1, hash: first.before, ts: before?.ts ?? 0 };
}

/** Whether a segment may hold events up to `until`: by time, if the one before it does not end later. */
function beginsBefore(
  entry: SegmentEntry,
  entries: readonly SegmentEntry[],
  until: ArchiveMoment | undefined,
): boolean {
  if (until === undefined) return true;
  if ('seq' in until) return entry.from <= until.seq;
  const before = entries[entries.indexOf(entry) - 1];
  return before === undefined || before.ts <= until.time;
}

const isUntil = ({ seq, stored }: ScannedEvent, until: ArchiveMoment): boolean =>
  'seq' in until ? seq <= until.seq : Number(stored?.ts) <= until.time;
