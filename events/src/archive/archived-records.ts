import { type ObjectStore, readOrDamaged } from '../objects/object-store.ts';
import type { ArchiveMoment } from './archived-events.ts';
import { type ChosenRecords, chooseRecords } from './choose-records.ts';
import { unpackLines } from './packed-lines.ts';
import { RecordChange, RecordsHeader } from './record-lines.ts';
import { parseRecordsObject, type RecordsName, recordsFolder, recordsObject } from './records-name.ts';
import { sha256Of } from './segment-entry.ts';

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
 * Reads the changes that lead from an empty store to the records of a moment, object by object, each checked. Throws
 * `RecordsDamagedError` and `ObjectsUnavailableError`.
 */
export async function* archivedRecords(
  store: ObjectStore,
  shop: string,
  { objects }: Pick<ChosenRecords, 'objects'>,
): AsyncGenerator<readonly RecordChange[]> {
  let previous: string | null = null;
  const reading = objects.slice(0, ahead).map((name) => begin(store, shop, name));
  for (const [at, name] of objects.entries()) {
    const next = objects[at + ahead];
    if (next !== undefined) reading.push(begin(store, shop, next));
    const found = await reading.shift();
    if (found === undefined) return;
    if (found.header.previous !== previous)
      throw new RecordsDamagedError(recordsObject(shop, name), 'does not follow the one before it');
    previous = found.sha256;
    yield found.changes;
  }
}

function begin(store: ObjectStore, shop: string, name: RecordsName) {
  const reading = readRecords(store, shop, name);
  reading.catch(() => undefined); // A failure reaches the code that awaits it.
  return reading;
}

async function readRecords(store: ObjectStore, shop: string, name: RecordsName) {
  const object = recordsObject(shop, name);
  const bytes = await readOrDamaged(store, object);
  if (bytes === null) throw new RecordsDamagedError(object, 'is missing');
  const sha256 = bytes === 'damaged' ? '' : sha256Of(bytes);
  if (bytes === 'damaged' || !sha256.startsWith(name.hash16))
    throw new RecordsDamagedError(object, 'has other bytes than its name says');
  const [first = '', ...rest] = await unpackLines(bytes);
  const header = RecordsHeader.parse(JSON.parse(first));
  if (header.shop !== shop || header.base !== name.base || header.n !== name.n)
    throw new RecordsDamagedError(object, 'is of another shop or base');
  return { header, sha256, changes: rest.map((line) => RecordChange.parse(JSON.parse(line))) };
}
