import type { Redis } from 'ioredis';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import { rawEntries } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** How to clean up. */
interface CleanUpOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((gen: number, seq: number, head: number) => void | Promise<void>) | undefined;
}

/**
 * Removes every generation that is not in use any more. Its orders are found in the log, because looking through all keys
 * of a large store would take longer. May be stopped anywhere; the next clean-up does the rest.
 */
export async function cleanUp(redis: Redis, options: CleanUpOptions): Promise<void> {
  const builds = await redis.hgetall(redisKeys.builds);
  for (const [gen, text] of Object.entries(builds)) {
    if (!text.startsWith('old ')) continue;
    await removeGeneration(redis, generationKeys(Number(gen)), options);
    await redis.hdel(redisKeys.builds, gen);
  }
}

/** Events per step: Redis does nothing else while it reads them or removes what they made. */
const eventsPerStep = 250;

async function removeGeneration(redis: Redis, keys: GenerationKeys, options: CleanUpOptions): Promise<void> {
  // Later events never came into a generation that is not in use any more, and writers may be faster than we are.
  const head = Number(await redis.hget(redisKeys.meta, 'seq'));
  let entries = await rawEntries(redis, 0, eventsPerStep);
  for (let seq = 0; seq < head; ) {
    options.signal?.throwIfAborted();
    const last = entries.at(-1)?.[0];
    if (last === undefined) break;
    seq = Number.parseInt(last, 10);
    // People and tool names come again and again.
    const gone = new Set(entries.flatMap(([, fields]) => keysOfOrder(keys, fields)));
    [entries] = await Promise.all([
      rawEntries(redis, last, eventsPerStep),
      gone.size > 0 ? redis.unlink(...gone) : null,
    ]);
    await options.onProgress?.(keys.gen, seq, head);
  }
  const sets = liveStatuses.map((status) => keys.set(status));
  await redis.unlink(...sets, keys.deleted, keys.stock, keys.names, keys.totals, keys.tx, keys.checkpoint);
}

function keysOfOrder(keys: GenerationKeys, fields: readonly string[]): string[] {
  const read = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
  if (read('type') !== 'order.created') return [];
  const order = keys.order(read('subject'));
  try {
    const { email, toolsName } = JSON.parse(read('data')) as { email: string; toolsName: string };
    const sets = liveStatuses.flatMap((status) => [keys.mail(email, status), keys.name(toolsName, status)]);
    return [order, ...sets];
  } catch {
    // A damaged event never made it into an index.
    return [order];
  }
}
