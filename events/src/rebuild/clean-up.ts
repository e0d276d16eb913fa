import { type RawEntry, storedEvent } from '../log/event-fields.ts';
import { type GenerationKeys, generationKeys } from '../log/generation-keys.ts';
import type { Store } from '../log/generation-reader.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { liveStatuses } from '../orders/order-state.ts';

type OnProgress = (gen: number, seq: number, head: number) => void | Promise<void>;

/** Removes every generation that is not in use any more. May be stopped anywhere; the next clean-up does the rest. */
export async function cleanUp(
  store: Store,
  signal: AbortSignal | undefined,
  onProgress: OnProgress,
): Promise<void> {
  const builds = await store.client.run((connection) => connection.hGetAll(redisKeys.builds));
  for (const [gen, text] of Object.entries(builds)) {
    if (text !== 'old') continue;
    await removeGeneration(store, generationKeys(Number(gen)), signal, onProgress);
    await store.client.run((connection) => connection.hDel(redisKeys.builds, gen));
  }
}

/** Finds the orders of a generation in the log, because looking through all keys of a large store takes longer. */
async function removeGeneration(
  { client, events }: Store,
  keys: GenerationKeys,
  signal: AbortSignal | undefined,
  onProgress: OnProgress,
): Promise<void> {
  // Later events never came into a generation that is not in use any more, and writers may be faster than this.
  const head = Number(await client.run((connection) => connection.hGet(redisKeys.meta, 'seq')));
  for await (const entries of events.batches(0, { signal })) {
    // People and tool names come again and again.
    const gone = new Set(entries.flatMap((entry) => keysOfOrder(keys, entry)));
    if (gone.size > 0) await client.run((connection) => connection.unlink([...gone]));
    const seq = Number.parseInt(entries.at(-1)?.[0] ?? '', 10);
    await onProgress(keys.gen, seq, head);
    if (seq >= head) break;
  }
  const { deleted, attention, stock, names, totals, tx, checkpoint, erased } = keys;
  const sets = liveStatuses.map((status) => keys.set(status));
  await client.run((connection) =>
    connection.unlink([...sets, deleted, attention, stock, names, totals, tx, checkpoint, erased]),
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
