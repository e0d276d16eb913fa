import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import { unpackLines } from '../objects/packed-lines.ts';
import { sha256Of } from '../objects/sha256.ts';
import { type ArchiveMoment, chooseRecords, unknownAfter } from './choose-records.ts';
import { isRecordKey, RecordChange } from './record-lines.ts';
import { listRecords, type RecordsName, recordsObject } from './records-name.ts';

/** An object of archived records is missing or is not as it was written. */
export class RecordsDamagedError extends Error {
  constructor(object: string, what: string) {
    super(`The archive of records is damaged: ${object} ${what}`);
    this.name = 'RecordsDamagedError';
  }
}

/** How many objects are read ahead. */
const ahead = 8;

/** What was read of archived records. */
interface FoundRecords {
  /** As of when they are (ms); null where the archive has none. */
  readonly recordsAt: number | null;
  /** Why they are not of the moment that was asked for, in words; null when they are. */
  readonly recordsFault: string | null;
}

/**
 * Reads the changes that lead from an empty store to the records of a moment, each object checked, and hands them to `take`. Ends before a delta that is
 * missing or not as it was written, and says so. Throws `RecordsDamagedError` where the base itself is so or holds a key of
 * something else than records, `ObjectsUnavailableError`, and what `take` throws.
 */
export async function readArchivedRecords(
  store: ObjectStore,
  shop: string,
  until: ArchiveMoment | undefined,
  take: (changes: readonly RecordChange[]) => Promise<void>,
): Promise<FoundRecords> {
  const chosen = chooseRecords(await listRecords(store, shop), until);
  if (chosen === null) return { recordsAt: null, recordsFault: null };
  const { objects, fault } = chosen;
  const reading = objects.slice(0, ahead).map((name) => begin(store, shop, name));
  for (const [at, name] of objects.entries()) {
    const next = objects[at + ahead];
    if (next !== undefined) reading.push(begin(store, shop, next));
    const found = (await reading.shift()) ?? 'is missing';
    const object = recordsObject(shop, name);
    if (typeof found === 'string') {
      if (name.kind !== 'delta') throw new RecordsDamagedError(object, `${found}. ${remedy}`);
      const before = objects[at - 1];
      return { recordsAt: before?.time ?? 0, recordsFault: `${object} ${found}: ${unknownAfter(before)}` };
    }
    // An attacker who can write to the storage must not reach the log, its head or a server's lock.
    const foreign = found.find(({ k }) => !isRecordKey(k));
    if (foreign !== undefined)
      throw new RecordsDamagedError(object, `holds the key ${foreign.k}, which is no record`);
    await take(found);
  }
  return { recordsAt: objects.at(-1)?.time ?? null, recordsFault: fault };
}

const remedy = 'Remove it from the storage and restore again: then the records before this base are taken';

function begin(...args: Parameters<typeof readObject>): ReturnType<typeof readObject> {
  const reading = readObject(...args);
  reading.catch(() => undefined); // A failure reaches the code that awaits it.
  return reading;
}

/** Reads an object; answers in words what is wrong with it when it is not what its name says. */
async function readObject(
  store: ObjectStore,
  shop: string,
  name: RecordsName,
): Promise<RecordChange[] | string> {
  const bytes = await readOrDamaged(store, recordsObject(shop, name));
  if (bytes === null) return 'is missing';
  if (bytes === 'damaged' || !sha256Of(bytes).startsWith(name.hash16))
    return 'has other bytes than its name says';
  try {
    return (await unpackLines(bytes)).map((line) => RecordChange.parse(JSON.parse(line)));
  } catch {
    return 'holds something else than records';
  }
}
