import { randomBytes } from 'node:crypto';
import type { RedisClient } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type LogHead, readHead, redisTime } from '../log/store-head.ts';
import { type ObjectStore, ObjectsUnavailableError } from '../objects/object-store.ts';
import { putLines } from '../objects/packed-lines.ts';
import { begunAt, dispensable, listRecords, packRecords, type RecordsName } from './archived-records.ts';
import { type RecordLine, readRecord, readRecords } from './record-lines.ts';
import type { RecordTracker } from './record-tracker.ts';

/** Characters of one part of a base: what is in memory at once. */
const perPart = 4_000_000;
/** When the deltas of a base are larger than the base and than this (bytes), a new base is cheaper to restore. */
const smallDeltas = 1_000_000;
const dayMs = 24 * 3_600_000;

/** The end of the log, and the time of Redis then (ms). */
export interface HeadNow extends Pick<LogHead, 'shop' | 'epoch' | 'seq'> {
  time: number;
}

/** The base to which deltas are added, and the sizes of its objects (bytes). */
interface Base extends Pick<RecordsName, 'epoch' | 'base'> {
  n: number;
  bytes: Record<RecordsName['kind'], number>;
}

/** Has the log written up to a head, and answers how far it is. */
type ArchiveLog<T> = (head: HeadNow) => Promise<T>;

/**
 * Makes an archiver that writes all records of a shop as a base, and then what changes. Each call is a round: it reads the end of the log and the records that
 * changed until then, has `archiveLog` write the log, writes the records, and removes old bases after a new one. It throws `StoreClosedError`,
 * `LogUnavailableError`, `ObjectsUnavailableError`, and what `archiveLog` throws; the next round continues.
 *
 * @param tracker tracks changes from now on
 * @param keepDays for how many days the records of any moment are kept
 */
export function recordsArchiver(
  client: RedisClient,
  store: ObjectStore,
  tracker: RecordTracker,
  keepDays: number,
) {
  let current: Base | null = null;
  /** Keys that changed since the base was begun and are not written yet. */
  const changed = new Set<string>();
  /** Last entry of each stream that was written. Streams of records only grow. */
  const streams = new Map<string, string>();

  async function put(
    base: Base,
    kind: RecordsName['kind'],
    { shop, time, seq }: HeadNow,
    lines: readonly RecordLine[],
  ): Promise<void> {
    const { object, bytes } = await packRecords(shop, { ...base, kind, time, seq }, lines);
    if (!(await putLines(store, object, bytes)))
      throw new ObjectsUnavailableError(`The storage does not give ${object} back as it was written`);
    base.n += 1;
    base.bytes[kind] += bytes.length;
    for (const { t, k, f } of lines) if (t === 'entry') streams.set(k, f[0] ?? '');
  }

  /** Writes all records, and the log between two parts. */
  async function writeBase(begun: HeadNow, archiveLog: ArchiveLog<unknown>): Promise<void> {
    current = null;
    changed.clear();
    streams.clear();
    const name = `${begun.time}-${randomBytes(4).toString('hex')}`;
    const base = { epoch: begun.epoch, base: name, n: 0, bytes: { base: 0, delta: 0 } };
    let part: RecordLine[] = [];
    let characters = 0;
    for await (const line of readRecords(client)) {
      part.push(line);
      characters += JSON.stringify(line).length;
      if (characters < perPart) continue;
      await put(base, 'base', begun, part);
      [part, characters] = [[], 0];
      await archiveLog((await readHeadNow(client, false)).head);
    }
    if (part.length > 0) await put(base, 'base', begun, part);
    current = base;
  }

  async function readChanges(intents: string[]): Promise<RecordLine[]> {
    const lines: RecordLine[] = [];
    for (const k of changed) {
      const last = streams.get(k);
      if (last === undefined) lines.push({ t: 'gone', k, f: [] });
      if (k !== redisKeys.intents) for await (const line of readRecord(client, k, last)) lines.push(line);
      else if (intents.length > 0) lines.push({ t: 'hash', k, f: intents });
    }
    return lines;
  }

  return async function round<T>(archiveLog: ArchiveLog<T>): Promise<{ head: HeadNow; archived: T }> {
    for (const key of await tracker.take()) changed.add(key);
    const { head, intents } = await readHeadNow(client, changed.has(redisKeys.intents));
    const base = current;
    if (base === null || isWorn(base, head)) {
      await writeBase(head, archiveLog);
      return round(archiveLog);
    }
    const lines = await readChanges(intents);
    const archived = await archiveLog(head);
    const isNew = base.bytes.delta === 0;
    if (isNew || lines.length > 0) await put(base, 'delta', head, lines);
    changed.clear();
    if (isNew) {
      const old = dispensable(await listRecords(store, head.shop), head.time - keepDays * dayMs);
      // Each base from its end, so that what is left of one is readable.
      for (const { object } of old.sort((a, b) => b.n - a.n)) await store.remove(object);
    }
    return { head, archived };
  };
}

/** Checks whether a new base should be begun: this one is of another epoch, a day old by either clock, or smaller than its deltas. */
const isWorn = ({ bytes, ...base }: Base, { epoch, time }: HeadNow): boolean =>
  base.epoch !== epoch ||
  Math.abs(time - begunAt(base)) > dayMs ||
  bytes.delta > Math.max(bytes.base, smallDeltas);

/**
 * Reads the end of the log, and with `withIntents` the payment intents at the same moment: an order that is unpaid at the end of the log must not lose
 * its intent because it is paid right afterwards. Reads again when an event comes in between.
 */
async function readHeadNow(client: RedisClient, withIntents: boolean) {
  for (;;) {
    const { shop, epoch, seq } = await readHead(client);
    const [time, intents, after] = await Promise.all([
      redisTime(client),
      client.run(async (connection) => (withIntents ? connection.hGetAll(redisKeys.intents) : {})),
      readHead(client),
    ]);
    if (after.seq === seq)
      return { head: { shop, epoch, seq, time }, intents: Object.entries<string>(intents).flat() };
  }
}
