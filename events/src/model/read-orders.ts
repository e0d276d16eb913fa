import type { GenerationReader } from '../log/generation-reader.ts';
import { decodeRecord, type OrderRecord } from './order-record.ts';

/** Reads an order, null when none is stored. Throws `ReadModelDamagedError`. */
export async function readOrder(reader: GenerationReader, id: string): Promise<OrderRecord | null> {
  const stored = await reader.order(id);
  return stored === null ? null : decodeRecord(stored);
}
