/**
 * An object of archived records. A base is all records: its parts as they were read one after the other, and a last object of what changed meanwhile, with which
 * they are of one moment. The deltas after it hold what changed since. `n` counts the objects of a base and its deltas from 0
 * without a gap.
 */
export interface RecordsName {
  /** Names the base that this belongs to: the time at which it was begun (ms), and random letters. */
  readonly base: string;
  readonly n: number;
  /** When the records were as they are with this object (ms). */
  readonly time: number;
  /** The epoch of the log then, and its last event. */
  readonly epoch: number;
  readonly seq: number;
  /** `part`: records as they were read; `base`: what changed meanwhile, which completes it; `delta`: what changed since. */
  readonly kind: 'part' | 'base' | 'delta';
  /** The beginning of the sha256 of its bytes. */
  readonly hash16: string;
}

/** Gives the name below which the archive of a shop keeps its records. */
export const recordsFolder = (shop: string): string => `${shop}/records/`;

/** Gives the name of such an object. */
export const recordsObject = (
  shop: string,
  { base, n, time, epoch, seq, kind, hash16 }: RecordsName,
): string =>
  `${recordsFolder(shop)}${base}/${String(n).padStart(6, '0')}-${time}-${epoch}-${seq}-${kind}-${hash16}.ndjson.gz`;

const pattern =
  /\/records\/(\d{13}-[0-9a-f]{8})\/(\d{6,})-(\d{13})-(\d{1,15})-(\d{1,15})-(part|base|delta)-([0-9a-f]{16})\.ndjson\.gz$/;

/** Reads the name of such an object; null for any other name. */
export function parseRecordsObject(object: string): RecordsName | null {
  const found = pattern.exec(object);
  if (found === null) return null;
  const [, base = '', n, time, epoch, seq, kind, hash16 = ''] = found;
  return {
    base,
    n: Number(n),
    time: Number(time),
    epoch: Number(epoch),
    seq: Number(seq),
    kind: kind as RecordsName['kind'],
    hash16,
  };
}

/** Tells when a base was begun (ms). */
export const begunAt = ({ base }: Pick<RecordsName, 'base'>): number => Number.parseInt(base, 10);
