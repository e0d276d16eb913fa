import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, type GuardedRead, readOf, readStrings } from '../log/generation-reader.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { decodeRecord } from '../model/order-record.ts';

/** What the unpaid orders of one person may come to. */
export interface UnpaidLimits {
  /** How many there may be; 0 = no limit. */
  readonly orders: number;
  /** Whole percent of a tool's stock that they may together hold, never less than its minimum order; 100 = no limit. */
  readonly heldPercent: number;
}

/** A person's unpaid orders at one moment, newest first. */
export interface UnpaidOrders {
  readonly ids: readonly string[];
  /** Seq of the newest; 0 when there is none. A later order is one that was not counted. */
  readonly newest: number;
}

/** The read that `unpaidOrders` understands. */
export const unpaidRead = (keys: GenerationKeys, uid: string): GuardedRead =>
  readOf('ZREVRANGE', keys.person(uid, 'unpaid'), '0', '-1', 'WITHSCORES');

/** Reads the answer to `unpaidRead`. */
export function unpaidOrders(answer: ScriptAnswer): UnpaidOrders {
  const pairs = answer as string[];
  return { ids: pairs.filter((_, index) => index % 2 === 0), newest: Number(pairs[1] ?? 0) };
}

/** Documents per read: few enough to keep Redis free for others. */
const documentsPerRead = 250;

/** Counts the pieces of a tool that these orders hold, as far as they are unpaid still. */
export async function piecesHeld(
  reader: GenerationReader,
  keys: GenerationKeys,
  { ids }: UnpaidOrders,
  toolId: string,
): Promise<number> {
  let held = 0;
  for (let start = 0; start < ids.length; start += documentsPerRead) {
    const part = ids.slice(start, start + documentsPerRead);
    const found = await reader.read(keys, [readStrings(part.map((id) => keys.order(id)))]);
    for (const stored of found[0] as (string | null)[]) {
      const state = stored === null ? null : decodeRecord(stored).state;
      if (state?.status === 'unpaid' && state.sale.toolId === toolId) held += state.sale.quantity;
    }
  }
  return held;
}
