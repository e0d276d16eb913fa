import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import { sha256Of } from '../objects/sha256.ts';
import type { ArchiveMoment } from './archived-events.ts';
import { type ChosenRecords, chooseRecords, unknownAfter } from './choose-records.ts';
import { unpackLines } from './packed-lines.ts';
import { RecordChange, RecordsHeader } from './record-lines.ts';
import { parseRecordsObject, type RecordsName, recordsFolder, recordsObject } from './records-name.ts';

/** An object of archived records is missing or is not as it was written. */
export class RecordsDamagedError extends Error {
  constructor(object: string, what: string) {
    super(`The archive of records is damaged: ${object} ${what}`);
    this.name = 'RecordsDamagedError';
  }
}

/** How many objects are read ahead. */
const ahead = 8;

/** Lists the objects of archived records, in no certain order. Throws `ObjectsUnavailableError`. */
export async function listRecords(store: ObjectStore, shop: string): Promise<RecordsName[]> {
  const names: RecordsName[] = [];
  for await (const object of store.list(recordsFolder(shop))) {
    const name = parseRecordsObject(object);
    if (name !== null) names.push(name);
  }
  return names;
}

/** Chooses the objects that tell the records at a moment; null where there are none at all. Throws `ObjectsUnavailableError`. */
export const recordsAt = async (
  store: ObjectStore,
  shop: string,
  until?: ArchiveMoment,
): Promise<ChosenRecords | null> => chooseRecords(await listRecords(store, shop), until);

/**
 * Reads the changes that lead from an empty store to the records of a moment, object by object, each checked. Ends before a delta that is missing or not
 * as it was written, and tells `onCut` what was chosen as far as it was read. Throws `RecordsDamagedError` where the base itself is so, and
 * `ObjectsUnavailableError`.
 */
export async function* archivedRecords(
  store: ObjectStore,
  shop: string,
  { objects }: Pick<ChosenRecords, 'objects'>,
  onCut: (instead: ChosenRecords) => void,
): AsyncGenerator<readonly RecordChange[]> {
  let previous: string | null = null;
  const reading = objects.slice(0, ahead).map((name) => begin(store, shop, name));
  for (const [at, name] of objects.entries()) {
    const next = objects[at + ahead];
    if (next !== undefined) reading.push(begin(store, shop, next));
    const found = follow(await reading.shift(), previous);
    if (typeof found === 'string') {
      const object = recordsObject(shop, name);
      if (name.kind !== 'delta') throw new RecordsDamagedError(object, `${found}. ${remedy}`);
      onCut({
        objects: objects.slice(0, at),
        fault: `${object} ${found}: ${unknownAfter(objects[at - 1])}`,
      });
      return;
    }
    previous = found.sha256;
    yield found.changes;
  }
}

const remedy = 'Remove it from the storage and restore again: then the records before this base are taken';

/** What an object of records holds. */
interface FoundRecords {
  readonly header: RecordsHeader;
  readonly sha256: string;
  readonly changes: readonly RecordChange[];
}

/** Gives what was found if it follows the object before it; else what is wrong with it. */
function follow(
  found: FoundRecords | string = 'was not read',
  previous: string | null,
): FoundRecords | string {
  return typeof found === 'string' || found.header.previous === previous
    ? found
    : 'does not follow the one before it';
}

function begin(store: ObjectStore, shop: string, name: RecordsName): Promise<FoundRecords | string> {
  const reading = readRecords(store, shop, name);
  reading.catch(() => undefined); // A failure reaches the code that awaits it.
  return reading;
}

/** Reads an object; answers in words what is wrong with it when it is not what its name says. */
async function readRecords(
  store: ObjectStore,
  shop: string,
  name: RecordsName,
): Promise<FoundRecords | string> {
  const bytes = await readOrDamaged(store, recordsObject(shop, name));
  if (bytes === null) return 'is missing';
  const sha256 = bytes === 'damaged' ? '' : sha256Of(bytes);
  if (bytes === 'damaged' || !sha256.startsWith(name.hash16)) return 'has other bytes than its name says';
  try {
    const [first = '', ...rest] = await unpackLines(bytes);
    const header = RecordsHeader.parse(JSON.parse(first));
    if (header.shop !== shop || header.base !== name.base || header.n !== name.n)
      return 'is of another shop or base';
    return { header, sha256, changes: rest.map((line) => RecordChange.parse(JSON.parse(line))) };
  } catch {
    return 'holds something else than records';
  }
}
