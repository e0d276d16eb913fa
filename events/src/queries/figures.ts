import { type TotalField, totalFields } from '../log/append.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';
import { type LiveStatus, liveStatuses } from '../orders/order-state.ts';

/**
 * Orders by state and the money in them (whole dollars). `revenue` is all that came in; `givenBack` (cents) is what of it went back.
 * `attention`: orders that a person has to look at.
 */
export type Totals = Readonly<Record<LiveStatus | 'deleted' | 'attention' | TotalField, number>>;

/** Orders by state and the money in them, all read at one moment: money and orders fit each other. */
export async function readTotals(reader: GenerationReader): Promise<Totals> {
  const [stored, ...sizes] = await reader.readAll((keys) => [
    readOf('HMGET', keys.totals, ...totalFields),
    ...[...liveStatuses.map(keys.set), keys.deleted, keys.attention].map((key) => readOf('ZCARD', key)),
  ]);
  const names = [...totalFields, ...liveStatuses, 'deleted', 'attention'];
  const values = [...(stored as (string | null)[]), ...sizes];
  return Object.fromEntries(names.map((name, index) => [name, Number(values[index])])) as unknown as Totals;
}

/** What is available of each tool, in the order asked. */
export async function readStock(reader: GenerationReader, toolIds: readonly string[]): Promise<number[]> {
  if (toolIds.length === 0) return [];
  const found = await reader.readOne<(string | null)[]>((keys) => readOf('HMGET', keys.stock, ...toolIds));
  return found.map((value) => Number(value ?? 0));
}
