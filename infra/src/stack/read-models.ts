import { type ObjectStore, openScan, pastSegments, rebuild, redisKeys } from '@karigar/events';

/**
 * Makes the read models of a local shop anew where another release, or this one in another time zone, has built them: its server would wait for a rebuild for
 * ever, and no command reaches a shop that does not start. Answers whether there was anything to do. `redisUrl` names a Redis of our own;
 * the events that have left it are in `objects`.
 */
export async function renewReadModels(
  redisUrl: string,
  objects: ObjectStore,
  timeZone: string,
): Promise<boolean> {
  const store = await openScan(redisUrl, 'start', { past: pastSegments(objects), timeZone });
  try {
    const code = await store.client.run((connection) => connection.hGet(redisKeys.meta, 'code'));
    if (code === null || code === store.projection.code) return false;
    await rebuild(store);
    return true;
  } finally {
    await store.close();
  }
}
