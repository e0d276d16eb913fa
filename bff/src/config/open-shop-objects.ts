import { checkObjects, type ObjectStore, ObjectsUnavailableError, openObjects } from '@karigar/events';
import type { Logger } from 'pino';
import { type KeyObjects, keyObjects } from '../personal/key-objects.ts';
import type { Config } from './config.ts';

/** As long as a visitor waits for a picture, and as a server for its storage when it starts. */
const serverTimeoutMs = 10_000;

/** Opens the storage of objects, and touches nothing yet. A call of it takes at most `timeoutMs`. */
export const openShopObjects = (
  { address, credentials }: Config['objects'],
  timeoutMs = serverTimeoutMs,
): ObjectStore => openObjects(address, { credentials, timeoutMs });

/** Opens the storage of the keys of people in the same way. */
export const openShopKeys = (keys: Config['keys'], timeoutMs?: number): KeyObjects =>
  keyObjects(openShopObjects(keys, timeoutMs), keys.address);

/**
 * Checks the storage of objects of a server. One that is away is logged: a shop sells without it. Throws where it can be seen that
 * the storage cannot hold objects.
 */
export async function checkServerObjects(objects: ObjectStore, logger: Logger): Promise<void> {
  await checkObjects(objects).catch((error: unknown) => {
    if (!(error instanceof ObjectsUnavailableError)) throw error;
    logger.error({ err: error }, 'the storage of objects is away: pictures are neither taken nor shown');
  });
}
