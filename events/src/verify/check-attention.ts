import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, readStrings } from '../log/generation-reader.ts';
import type { Differences } from '../model/difference.ts';
import { decodeRecord } from '../model/order-record.ts';
import { needsAttention } from '../orders/order-state.ts';

/** Orders per read. */
const perRead = 500;

/**
 * Finds orders that stand in the list of those that a person has to look at, and need nobody. That none is missing there is seen
 * with each order. Answers 'moved' when the generation is replaced meanwhile.
 */
export async function checkAttention(
  redis: Redis,
  reader: GenerationReader,
  keys: GenerationKeys,
  differences: Differences,
): Promise<'done' | 'moved'> {
  const ids = await redis.zrange(keys.attention, '0', '-1');
  for (let start = 0; start < ids.length; start += perRead) {
    const part = ids.slice(start, start + perRead);
    const found = await reader.read(keys, [
      readOf('ZMSCORE', keys.attention, ...part),
      readStrings(part.map((id) => keys.order(id))),
    ]);
    if (found === 'moved') return found;
    const [scores, texts] = found as [(string | null)[], (string | null)[]];
    for (const [index, id] of part.entries()) {
      const text = texts[index] ?? null;
      if (scores[index] === null || (text !== null && wantsAttention(text))) continue;
      differences.add('index', null, id, 'the order must not be in the index attention');
    }
  }
  return 'done';
}

/** A document that cannot be read is a difference of its own. */
function wantsAttention(text: string): boolean {
  try {
    return needsAttention(decodeRecord(text).state);
  } catch {
    return true;
  }
}
