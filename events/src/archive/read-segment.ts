import type { Redis } from 'ioredis';
import { EventLine } from '../backup/backup-lines.ts';
import { chainHash, storedEvent, storedFields } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import { rawEntries } from '../log/read-events.ts';
import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import { ArchiveDamagedError } from './archive-damaged-error.ts';
import { unpackLines } from './packed-lines.ts';
import { nameOf, type SegmentEntry, segmentObject } from './segment-entry.ts';

const perRead = 500;

/** Events of the log as lines, with the hash and the time (ms) of the last. */
interface ReadRange {
  readonly lines: readonly EventLine[];
  readonly hash: string;
  readonly ts: number;
}

/**
 * Reads the events `from` to `to` from Redis, of which the one before ends with the hash `before`. They need not be understood: a newer
 * release may have written them. Throws `LogDamagedError` when one is missing or does not fit the one before.
 */
export async function readRange(
  redis: Redis,
  { from, to, before }: Pick<SegmentEntry, 'from' | 'to' | 'before'>,
): Promise<ReadRange> {
  const lines: EventLine[] = [];
  let hash = before;
  let ts = 0;
  while (lines.length <= to - from) {
    const next = from + lines.length;
    const entries = await rawEntries(redis, next - 1, Math.min(perRead, to - next + 1));
    if (entries.length === 0) throw new LogDamagedError(next, 'it is missing');
    for (const [id, fields] of entries) {
      const expected = from + lines.length;
      const event = storedEvent(id, fields);
      if (event.seq !== expected) throw new LogDamagedError(expected, 'it is missing');
      if (chainHash(hash, event) !== event.hash)
        throw new LogDamagedError(
          expected,
          'its content does not fit its hash, or its hash not the event before',
        );
      lines.push({ t: 'event', id, f: storedFields.map((name) => event[name]) });
      hash = event.hash;
      ts = Number(event.ts);
    }
  }
  return { lines, hash, ts };
}

/**
 * Reads a segment from the archive. Throws `ArchiveDamagedError`, which names its events, when it is missing, has other bytes than its
 * entry says, or holds something else than these events; and `ObjectsUnavailableError`.
 */
export async function readSegment(store: ObjectStore, entry: SegmentEntry): Promise<EventLine[]> {
  const object = segmentObject(entry.shop, nameOf(entry));
  const bad = (what: string) => new ArchiveDamagedError([{ ...entry, what: `${object} ${what}` }]);
  const bytes = await readOrDamaged(store, object);
  if (bytes === null) throw bad('is missing');
  if (bytes === 'damaged' || sha256Of(bytes) !== entry.sha256)
    throw bad('has other bytes than its entry says');
  try {
    const lines = (await unpackLines(bytes)).map((line) => EventLine.parse(JSON.parse(line)));
    if (lines.length === entry.to - entry.from + 1) return lines;
  } catch {
    throw bad('holds something else than events');
  }
  throw bad('holds fewer or more events than its entry says');
}
