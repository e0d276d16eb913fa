import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readStrings } from '../log/generation-reader.ts';
import { partsOf } from '../log/parts.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';

/** Documents per read: few enough to keep Redis free for others. */
const documentsPerRead = 250;

/** Reads the records of orders; an order that is not stored is left out. Throws `ReadModelDamagedError` and `GenerationMovedError`. */
export async function readRecords(
  reader: GenerationReader,
  keys: GenerationKeys,
  ids: readonly string[],
): Promise<Map<string, OrderRecord>> {
  const records = new Map<string, OrderRecord>();
  for (const part of partsOf(ids, documentsPerRead)) {
    const [texts] = await reader.read(keys, [readStrings(part.map(keys.order))]);
    for (const [index, text] of (texts as (string | null)[]).entries())
      if (text !== null) records.set(part[index] ?? '', decodeRecord(text));
  }
  return records;
}
