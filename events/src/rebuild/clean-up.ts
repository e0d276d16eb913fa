import type { Redis } from 'ioredis';
import { storedEvent } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import { scanSource } from '../log/log-reader.ts';
import type { PastEvents } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { wholeLog } from '../log/whole-log.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** How to clean up. */
interface CleanUpOptions {
  readonly signal?: AbortSignal | undefined;
  /** Gives the events that have left Redis. */
  readonly past?: PastEvents | undefined;
  readonly onProgress?: ((gen: number, seq: number, head: number) => void | Promise<void>) | undefined;
}

/** Removes every generation that is not in use any more. May be stopped anywhere; the next clean-up does the rest. */
export async function cleanUp(redis: Redis, options: CleanUpOptions): Promise<void> {
  for (const [gen, text] of Object.entries(await redis.hgetall(redisKeys.builds))) {
    if (text !== 'old') continue;
    await removeGeneration(redis, generationKeys(Number(gen)), options);
    await redis.hdel(redisKeys.builds, gen);
  }
}

/** Finds the orders of a generation in the log, because looking through all keys of a large store takes longer. */
async function removeGeneration(
  redis: Redis,
  keys: GenerationKeys,
  { signal, past, onProgress }: CleanUpOptions,
): Promise<void> {
  // Later events never came into a generation that is not in use any more, and writers may be faster than this.
  const head = Number(await redis.hget(redisKeys.meta, 'seq'));
  for await (const entries of wholeLog(scanSource(redis, past), 0, { signal })) {
    // People and tool names come again and again.
    const gone = new Set(entries.flatMap((entry) => keysOfOrder(keys, entry)));
    if (gone.size > 0) await redis.unlink(...gone);
    const seq = Number.parseInt(entries.at(-1)?.[0] ?? '', 10);
    await onProgress?.(keys.gen, seq, head);
    if (seq >= head) break;
  }
  const { deleted, attention, stock, names, totals, tx, checkpoint, erased } = keys;
  const sets = liveStatuses.map((status) => keys.set(status));
  await redis.unlink(...sets, deleted, attention, stock, names, totals, tx, checkpoint, erased);
}

function keysOfOrder(keys: GenerationKeys, [id, fields]: RawEntry): string[] {
  try {
    const { type, subject, data } = storedEvent(id, fields);
    if (type !== 'order.created') return [];
    const { uid, toolsName } = JSON.parse(data) as { uid: string; toolsName: string };
    const sets = liveStatuses.flatMap((status) => [keys.person(uid, status), keys.name(toolsName, status)]);
    return [keys.order(subject), ...sets];
  } catch {
    // A damaged event never came into a read model.
    return [];
  }
}
