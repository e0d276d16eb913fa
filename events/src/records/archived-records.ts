import { type ArchiveMoment, isNotLater } from '../log/past-events.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { packLines, readAhead, readLines } from '../objects/packed-lines.ts';
import { isRecordKey, RecordLine } from './record-lines.ts';

/**
 * An object of archived records. The parts of a base hold all records as they were read one after the other. The first delta holds what changed meanwhile, which
 * completes the base; the others hold later changes. `n` counts the objects of a base and its deltas from 0 without a gap.
 */
export interface RecordsName {
  object: string;
  /** Epoch of the log in which it was written. */
  epoch: number;
  /** Name of the base that it belongs to: the time at which it was begun (ms), and random letters. */
  base: string;
  n: number;
  /** Time of these records (ms), and the last event of the log then. */
  time: number;
  seq: number;
  kind: 'base' | 'delta';
}

const folderOf = (shop: string): string => `${shop}/records/`;

/** Packs lines into an object and names it. */
export async function packRecords(
  shop: string,
  { epoch, base, n, time, seq, kind }: Omit<RecordsName, 'object'>,
  lines: readonly RecordLine[],
): Promise<{ object: string; bytes: Uint8Array<ArrayBuffer> }> {
  const bytes = await packLines(lines);
  const file = `${String(n).padStart(6, '0')}-${time}-${seq}-${kind}.ndjson.gz`;
  return { object: `${folderOf(shop)}e${epoch}/${base}/${file}`, bytes };
}

const pattern =
  /\/records\/e(\d{1,9})\/(\d{13}-[0-9a-f]{8})\/(\d{6,})-(\d{13})-(\d{1,15})-(base|delta)\.ndjson\.gz$/;

/** Lists the objects of archived records, in no certain order. Throws `ObjectsUnavailableError`. */
export async function listRecords(store: ObjectStore, shop: string): Promise<RecordsName[]> {
  const names: RecordsName[] = [];
  for await (const object of store.list(folderOf(shop))) {
    const [, epoch, base = '', n, time, seq, kind] = pattern.exec(object) ?? [];
    if (kind === undefined) continue;
    const numbers = { epoch: Number(epoch), n: Number(n), time: Number(time), seq: Number(seq) };
    names.push({ object, ...numbers, base, kind: kind as RecordsName['kind'] });
  }
  return names;
}

/** Gives the time at which a base was begun (ms). */
export const begunAt = ({ base }: Pick<RecordsName, 'base'>): number => Number.parseInt(base, 10);

/**
 * Chooses the base and the deltas that give the records at a moment (the last ones, unless told): those that end with the object that is not later and has the
 * latest epoch, event and time. If all bases are later it takes the earliest one and says so. Empty if there is no complete base.
 */
export function chooseRecords(
  names: readonly RecordsName[],
  until: ArchiveMoment | undefined,
): { objects: readonly RecordsName[]; fault: string | null } {
  const isIn = ({ time, seq }: RecordsName): boolean => isNotLater(until, time, seq);
  const ends = names
    .filter(({ kind }) => kind === 'delta')
    .sort((a, b) => a.epoch - b.epoch || a.seq - b.seq || a.time - b.time);
  const last = ends.findLast(isIn) ?? ends[0];
  if (last === undefined) return { objects: [], fault: null };
  const objects = names
    .filter(({ base, n }) => base === last.base && n <= last.n)
    .sort((a, b) => a.n - b.n || a.time - b.time);
  // Of two with the same number the first was written with an unknown outcome, and the second holds everything that it holds.
  const byNumber = new Map(objects.map((one) => [one.n, one]));
  const fault = isIn(last) ? null : `the earliest records that are kept are of ${timeOf(last)}`;
  return { objects: [...byNumber.values()], fault };
}

const timeOf = ({ time }: RecordsName): string => new Date(time).toISOString();

/**
 * Chooses the objects that are not needed for any moment from `since` (ms) on: every base that was begun before the last one that was complete by then.
 */
export function dispensable(names: readonly RecordsName[], since: number): RecordsName[] {
  const complete = names.filter(({ kind, time }) => kind === 'delta' && time <= since);
  const needed = Math.max(0, ...complete.map(begunAt));
  return names.filter((one) => begunAt(one) < needed);
}

const damaged = (what: string): Error => new Error(`The archive of records is damaged: ${what}`);

/** What was read of archived records. */
export interface FoundRecords {
  /** Time of the records (ms); null where the archive has none. */
  recordsAt: number | null;
  /** Why they are of another moment than was asked for, in words; null when they are not. */
  recordsFault: string | null;
}

/**
 * Reads the lines that write the records of a moment into an empty store, checks each object, and hands them to `take`. Ends before a delta that is
 * missing or damaged, and says so. Throws an `Error` when the base itself is damaged or a line has the key of something else than
 * a record, `ObjectsUnavailableError`, and what `take` throws.
 */
export async function readArchivedRecords(
  store: ObjectStore,
  shop: string,
  until: ArchiveMoment | undefined,
  take: (lines: readonly RecordLine[]) => Promise<void>,
): Promise<FoundRecords> {
  const { objects, fault } = chooseRecords(await listRecords(store, shop), until);
  let last: RecordsName | undefined;
  for await (const [name, found] of readAhead(objects, (one, at) => readObject(store, one, at))) {
    if (typeof found !== 'string') {
      // An attacker who can write to the storage must not reach the log, its head or a server's lock.
      const foreign = found.find(({ k }) => !isRecordKey(k));
      if (foreign !== undefined)
        throw damaged(`${name.object} holds the key ${foreign.k}, which is no record`);
      await take(found);
      last = name;
    } else if (last?.kind === 'delta') {
      const unknown = `what changed in records after ${timeOf(last)} is unknown`;
      return { recordsAt: last.time, recordsFault: `${found}: ${unknown}` };
    } else
      throw damaged(
        `${found}. Remove this base from the storage and restore again: then the records before it are taken`,
      );
  }
  return { recordsAt: last?.time ?? null, recordsFault: fault };
}

/** Reads the object that must be number `n` of its base; answers in words what is wrong. */
async function readObject(
  store: ObjectStore,
  { object, base, n: found }: RecordsName,
  n: number,
): Promise<RecordLine[] | string> {
  if (found !== n) return `object ${n} of the base ${base} is missing`;
  const lines = await readLines(store, object);
  if (typeof lines === 'string') return `${object} ${lines}`;
  const { data } = RecordLine.array().safeParse(lines);
  return data ?? `${object} holds something else than records`;
}
