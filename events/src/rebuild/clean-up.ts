import type { Redis } from 'ioredis';
import { storedEvent } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import { scanSource } from '../log/log-reader.ts';
import type { PastEvents } from '../log/past-events.ts';
import type { RawEntry } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { scanHead } from '../log/store-head.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** How to clean up. */
interface CleanUpOptions {
  readonly signal?: AbortSignal | undefined;
  /** Gives the events that have left Redis. */
  readonly past?: PastEvents | undefined;
  readonly onProgress?: ((gen: number, seq: number, head: number) => void | Promise<void>) | undefined;
}

/**
 * Removes every generation that is not in use any more, and the payment intents of orders that are not unpaid. The orders of
 * a generation are found in the log, because looking through all keys of a large store would take longer. May be stopped
 * anywhere; the next clean-up does the rest.
 */
export async function cleanUp(redis: Redis, options: CleanUpOptions): Promise<void> {
  const builds = await redis.hgetall(redisKeys.builds);
  for (const [gen, text] of Object.entries(builds)) {
    if (!text.startsWith('old ')) continue;
    await removeGeneration(redis, generationKeys(Number(gen)), options);
    await redis.hdel(redisKeys.builds, gen);
  }
  await trimIntents(redis);
}

/** Removes payment intents of orders that are not unpaid any more, or not in the log: what a restored backup left. */
async function trimIntents(redis: Redis): Promise<void> {
  const { gen } = await scanHead(redis);
  const touched = [redisKeys.meta, generationKeys(gen).set('unpaid'), redisKeys.intents];
  const scan = redis.hscanStream(redisKeys.intents, { count: eventsPerStep }) as AsyncIterable<string[]>;
  for await (const pairs of scan) {
    const orders = pairs.filter((_, at) => at % 2 === 0);
    await redis.eval(trimScript, touched.length, ...touched, gen, ...orders);
  }
}

/**
 * An order never becomes unpaid again, so an intent that is removed here is never missed.
 *
 * KEYS meta unpaid intents   ARGV gen, then order ids
 */
const trimScript = `#!lua
if redis.call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return 'GEN' end
for i = 2, #ARGV do
  if not redis.call('ZSCORE', KEYS[2], ARGV[i]) then redis.call('HDEL', KEYS[3], ARGV[i]) end
end
return 'OK'
`;

/** Events per step: Redis does nothing else while it reads them or removes what they made. */
const eventsPerStep = 500;

async function removeGeneration(redis: Redis, keys: GenerationKeys, options: CleanUpOptions): Promise<void> {
  // Later events never came into a generation that is not in use any more, and writers may be faster than we are.
  const head = Number(await redis.hget(redisKeys.meta, 'seq'));
  const log = scanSource(redis, options.past);
  let entries = await log.entries(0, eventsPerStep);
  for (let seq = 0; seq < head; ) {
    options.signal?.throwIfAborted();
    const last = entries.at(-1)?.[0];
    if (last === undefined) break;
    seq = Number.parseInt(last, 10);
    // People and tool names come again and again.
    const gone = new Set(entries.flatMap((entry) => keysOfOrder(keys, entry)));
    [entries] = await Promise.all([
      log.entries(last, eventsPerStep),
      gone.size > 0 ? redis.unlink(...gone) : null,
    ]);
    await options.onProgress?.(keys.gen, seq, head);
  }
  const sets = liveStatuses.map((status) => keys.set(status));
  await redis.unlink(
    ...sets,
    keys.deleted,
    keys.attention,
    keys.stock,
    keys.names,
    keys.totals,
    keys.tx,
    keys.checkpoint,
    keys.erased,
  );
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
