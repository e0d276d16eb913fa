import type { ObjectStore } from '../objects/object-store.ts';

/**
 * An object of archived records. A base is all records: its parts as they were read one after the other, and a last object of what changed meanwhile. The
 * deltas after it hold what changed since. `n` counts the objects of a base and its deltas from 0 without a gap.
 */
export interface RecordsName {
  /** The epoch of the log in which it was written. */
  readonly epoch: number;
  /** Names the base that this belongs to: the time at which it was begun (ms), and random letters. */
  readonly base: string;
  readonly n: number;
  /** When the records were as they are with this object (ms), and the last event of the log then. */
  readonly time: number;
  readonly seq: number;
  /** `part`: records as they were read; `base`: what changed meanwhile, which completes it; `delta`: what changed since. */
  readonly kind: 'part' | 'base' | 'delta';
  /** The beginning of the sha256 of its bytes. */
  readonly hash16: string;
}

const recordsFolder = (shop: string): string => `${shop}/records/`;

/** Gives the name of such an object. */
export const recordsObject = (
  shop: string,
  { epoch, base, n, time, seq, kind, hash16 }: RecordsName,
): string =>
  `${recordsFolder(shop)}e${epoch}/${base}/${String(n).padStart(6, '0')}-${time}-${seq}-${kind}-${hash16}.ndjson.gz`;

const pattern =
  /\/records\/e(\d{1,9})\/(\d{13}-[0-9a-f]{8})\/(\d{6,})-(\d{13})-(\d{1,15})-(part|base|delta)-([0-9a-f]{16})\.ndjson\.gz$/;

function parseRecordsObject(object: string): RecordsName | null {
  const [, epoch, base = '', n, time, seq, kind, hash16] = pattern.exec(object) ?? [];
  if (hash16 === undefined) return null;
  return {
    ...{ epoch: Number(epoch), base, n: Number(n), time: Number(time), seq: Number(seq), hash16 },
    kind: kind as RecordsName['kind'],
  };
}

/** Lists the objects of archived records, in no certain order. Throws `ObjectsUnavailableError`. */
export async function listRecords(store: ObjectStore, shop: string): Promise<RecordsName[]> {
  const names: RecordsName[] = [];
  for await (const object of store.list(recordsFolder(shop))) {
    const name = parseRecordsObject(object);
    if (name !== null) names.push(name);
  }
  return names;
}

/** Tells when a base was begun (ms). */
export const begunAt = ({ base }: Pick<RecordsName, 'base'>): number => Number.parseInt(base, 10);
