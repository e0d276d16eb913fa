import { pathToFileURL } from 'node:url';
import {
  openObjects,
  openScan,
  type PastEvents,
  pastSegments,
  projectionCode,
  rebuild,
  redisKeys,
} from '@karigar/events';

/**
 * Makes the read models of a local shop anew where another release has built them: its server would wait for a rebuild for
 * ever, and no command reaches a shop that does not start. Answers whether there was anything to do. `redisUrl` names a Redis of our own,
 * `variables` are those of its server, which say where the events are that have left it.
 */
export async function renewReadModels(
  redisUrl: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const store = await openScan(redisUrl, 'start', { past: pastEvents(variables) });
  try {
    const code = await store.client.run((connection) => connection.hGet(redisKeys.meta, 'code'));
    if (code === null || code === projectionCode) return false;
    await rebuild(store);
    return true;
  } finally {
    await store.close();
  }
}

function pastEvents({
  DATA_DIR = '',
  OBJECTS_URL,
  OBJECTS_KEY_ID: keyId,
  OBJECTS_SECRET: secret = '',
  OBJECTS_REGION: region = 'us-east-1',
}: Readonly<Record<string, string | undefined>>): PastEvents {
  const credentials = keyId ? { keyId, secret, region } : null;
  return pastSegments(openObjects(OBJECTS_URL || pathToFileURL(DATA_DIR).href, { credentials }));
}
