import { z } from 'zod';
import type { RawEntry } from '../log/event-fields.ts';
import { chainHash, namedFields, storedEvent, storedFields } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import type { LogReader } from '../log/log-reader.ts';
import { type ObjectStore, ObjectsUnavailableError, readOrDamaged } from '../objects/object-store.ts';
import { packLines, putLines, unpackLines } from '../objects/packed-lines.ts';
import { ArchiveDamagedError, type Segment } from './archive-chain.ts';
import { isFull, listSegments, type SegmentName, segmentObject } from './segment-name.ts';

/** An event of the log as a line of a segment: its id and the values of its fields, in their order. */
const EventLine = z.strictObject({
  t: z.literal('event'),
  id: z.string(),
  f: z.array(z.string()).length(storedFields.length),
});

const perRead = 500;
/** Under so many names a segment is put until the storage gives it back as it was written. */
const mostCopies = 3;

/**
 * Writes the events `from` to `to` of a log into an archive and reads them back. This release need not understand them: a newer one may have written
 * them. Throws `LogDamagedError` where one is missing or does not follow the hash `before`, what reading the log throws, and
 * `ObjectsUnavailableError`.
 */
export async function writeSegment(
  log: Pick<LogReader, 'entries'>,
  store: ObjectStore,
  { shop, epoch, from, to, before }: Pick<Segment, 'shop' | 'epoch' | 'from' | 'to' | 'before'>,
): Promise<SegmentName> {
  const lines: z.infer<typeof EventLine>[] = [];
  let [hash, ts] = [before, 0];
  while (lines.length <= to - from) {
    const next = from + lines.length;
    const entries = await log.entries(next - 1, Math.min(perRead, to - next + 1));
    if (entries.length === 0) throw new LogDamagedError(next, 'it is missing');
    for (const [id, fields] of entries) {
      const event = storedEvent(id, fields);
      const seq = from + lines.length;
      if (event.seq !== seq) throw new LogDamagedError(seq, 'it is missing');
      if (chainHash(hash, event) !== event.hash) throw new LogDamagedError(seq, unchained);
      lines.push({ t: 'event', id, f: storedFields.map((name) => event[name]) });
      [hash, ts] = [event.hash, Number(event.ts)];
    }
  }
  const bytes = await packLines(lines);
  for (let copy = 1; copy <= mostCopies; copy += 1) {
    const name = { epoch, from, to, ts, before, hash, copy };
    if (await putLines(store, segmentObject(shop, name), bytes)) return name;
  }
  throw new ObjectsUnavailableError(
    `The storage does not give the events ${from} to ${to} back as they were written`,
  );
}

const unchained = 'its content does not fit its hash, or its hash not the event before';

/**
 * Reads the events of a segment out of the first of its objects that gives them as they were: the hash of the last event covers them all. Throws
 * `ArchiveDamagedError` where none does, and `ObjectsUnavailableError`.
 */
export async function readSegment(store: ObjectStore, segment: Segment): Promise<readonly RawEntry[]> {
  const { from, to, objects } = segment;
  const wrong: string[] = [];
  for (const object of objects) {
    const found = await readObject(store, object, segment);
    if (typeof found !== 'string') return found;
    wrong.push(`${object} ${found}`);
  }
  // A longer segment may have replaced this tail since it was listed.
  const longer = isFull(segment) ? [] : await longerTails(store, segment);
  for (const object of longer) {
    const found = await readObject(store, object, segment);
    if (typeof found !== 'string') return found;
  }
  throw new ArchiveDamagedError([{ from, to, what: wrong.join('; ') }]);
}

async function longerTails(store: ObjectStore, { shop, epoch, from, to }: Segment): Promise<string[]> {
  const names = await listSegments(store, shop);
  return names
    .filter((one) => one.epoch === epoch && one.from === from && one.to > to)
    .map((one) => segmentObject(shop, one));
}

/** Reads the events of a segment out of an object that may hold more; answers in words what is wrong. */
async function readObject(
  store: ObjectStore,
  object: string,
  { from, to, before, hash: last }: Segment,
): Promise<readonly RawEntry[] | string> {
  const bytes = await readOrDamaged(store, object);
  if (bytes === null) return 'is missing';
  if (bytes === 'damaged') return 'has other bytes than were written';
  const events: RawEntry[] = [];
  let hash = before;
  try {
    for (const text of (await unpackLines(bytes)).slice(0, to - from + 1)) {
      const { id, f } = EventLine.parse(JSON.parse(text));
      const fields = namedFields(f);
      const event = storedEvent(id, fields);
      if (event.seq !== from + events.length || chainHash(hash, event) !== event.hash)
        return `does not hold event ${from + events.length} as it was`;
      hash = event.hash;
      events.push([id, fields]);
    }
  } catch {
    return 'holds something else than events';
  }
  return hash === last ? events : 'ends with another event than its name says';
}
