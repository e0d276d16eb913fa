import {
  chainHash,
  namedFields,
  type RawEntry,
  type StoredEvent,
  storedEvent,
  storedFields,
} from '../log/event-fields.ts';
import { LogDamagedError, messageOf } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import { type ArchiveMoment, isNotLater, LostEventsError } from '../log/past-events.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import { packLines, putLines, readAhead, readLines } from '../objects/packed-lines.ts';
import { type ArchiveChain, type Segment, type SegmentObject, segmentObject } from './segments.ts';

/** A line of a segment: the id of an event and the values of its fields, in order. */
type EventLine = readonly [id: string, values: readonly string[]];

/** A segment is stored under so many names until the storage gives it back as it was written. */
const maxCopies = 3;

/** Reads the entry that must be the event `seq` and follow the hash `before`. Throws `LogDamagedError` when it is not. */
export function followingEvent(entry: RawEntry | undefined, seq: number, before: string): StoredEvent {
  const event = entry && storedEvent(...entry);
  if (event?.seq !== seq) throw new LogDamagedError(seq, 'it is missing');
  if (chainHash(before, event) !== event.hash)
    throw new LogDamagedError(seq, 'its content does not fit its hash, or its hash not the event before');
  return event;
}

/**
 * Writes the events `from` to `to` of a log into an archive and reads them back. It copies events of unknown schemas too, which a newer release may have written.
 * Throws `LogDamagedError` when an event is missing or does not follow the hash `before`, what reading the log throws, and `ObjectsUnavailableError`.
 */
export async function writeSegment(
  log: LogReader,
  store: ObjectStore,
  shop: string,
  { epoch, from, to, before }: Pick<SegmentObject, 'epoch' | 'from' | 'to' | 'before'>,
): Promise<SegmentObject> {
  const lines: EventLine[] = [];
  let [hash, ts] = [before, 0];
  for (let seq = from; seq <= to; ) {
    const entries = await log.entries(seq - 1, Math.min(500, to - seq + 1));
    for (const entry of entries.length > 0 ? entries : [undefined]) {
      const event = followingEvent(entry, seq, hash);
      lines.push([`${seq}-0`, storedFields.map((name) => event[name])]);
      [hash, ts, seq] = [event.hash, Number(event.ts), seq + 1];
    }
  }
  const bytes = await packLines(lines);
  const name = { epoch, from, to, ts, before, hash };
  for (let copy = 1; copy <= maxCopies; copy += 1) {
    const object = segmentObject(shop, name, copy);
    if (await putLines(store, object, bytes)) return { ...name, object };
  }
  throw new ObjectsUnavailableError(
    `The storage does not give the events ${from} to ${to} back as they were written`,
  );
}

/**
 * Reads the events of a segment from the first of its objects that gives them as they were; the hash of the last event covers them all. Throws
 * `LostEventsError` when there is none, and `ObjectsUnavailableError`.
 */
export async function readSegment(store: ObjectStore, segment: Segment): Promise<readonly RawEntry[]> {
  const { from, to, objects } = segment;
  const wrong: string[] = [];
  for (const object of objects) {
    const found = await readEntries(store, object, segment);
    if (typeof found !== 'string') return found;
    wrong.push(`${object} ${found}`);
  }
  // A longer segment may have replaced this tail since it was listed.
  for await (const object of store.list(objects[0]?.replace(/-[^/]*$/, '') ?? '')) {
    const found = await readEntries(store, object, segment);
    if (typeof found !== 'string') return found;
  }
  throw new LostEventsError([{ from, to, what: wrong.join('; ') }]);
}

/** Reads the events of a segment from an object that may hold more; answers in words what is wrong. */
async function readEntries(
  store: ObjectStore,
  object: string,
  { from, to, before, hash: last }: Segment,
): Promise<readonly RawEntry[] | string> {
  const lines = await readLines(store, object);
  if (typeof lines === 'string') return lines;
  try {
    let hash = before;
    const entries = lines.slice(0, to - from + 1).map((line, at): RawEntry => {
      const [id, values] = line as EventLine;
      const entry: RawEntry = [id, namedFields(values)];
      // Their hash covers the content; that they are texts, only this.
      if (values.length !== storedFields.length || !values.every((value) => typeof value === 'string'))
        throw new TypeError();
      ({ hash } = followingEvent(entry, from + at, hash));
      return entry;
    });
    return hash === last ? entries : 'ends with another event than its name says';
  } catch (error) {
    return error instanceof LogDamagedError
      ? `is damaged: ${messageOf(error)}`
      : 'holds something else than events';
  }
}

/**
 * Reads the events of a chain up to a moment (all, unless told), segment by segment. Throws `LostEventsError`, which names the events
 * concerned, and `ObjectsUnavailableError`.
 */
export async function* archivedEntries(
  store: ObjectStore,
  { segments, faults }: ArchiveChain,
  until?: ArchiveMoment,
): AsyncGenerator<readonly RawEntry[], undefined> {
  // Times do not fall, so the end of a segment tells whether the next one may be needed.
  const wanted = segments.filter(({ from }, at) => isNotLater(until, segments[at - 1]?.ts ?? 0, from));
  const missing = faults.filter(({ from }) => from <= (wanted.at(-1)?.to ?? 0));
  if (missing.length > 0) throw new LostEventsError(missing);
  for await (const [, entries] of readAhead(wanted, (segment) => readSegment(store, segment)))
    yield entries.filter(([id, fields]) => isNotLater(until, Number(fields[9]), Number.parseInt(id, 10)));
}
