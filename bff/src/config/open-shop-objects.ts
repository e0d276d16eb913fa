import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkObjects, type ObjectStore, ObjectsUnavailableError, openObjects } from '@karigar/events';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

type ObjectsSettings = Config['objects'];

/**
 * Opens the storage of objects that the settings name; a call of it takes at most `timeoutMs`. The folder `dataDir`, which is the shop's own, is made where it
 * is that storage; any other folder has to be there, because it may be a disk that is not mounted.
 */
export async function openShopObjects(
  { address, credentials }: ObjectsSettings,
  dataDir: string,
  timeoutMs: number,
): Promise<ObjectStore> {
  if (address === pathToFileURL(resolve(dataDir)).href) await mkdir(dataDir, { recursive: true });
  return openObjects(address, { credentials, timeoutMs });
}

/** As long as a visitor waits for a picture, and as a server for its storage when it starts. */
const serverTimeoutMs = 10_000;

/** Opens the storage of objects for a server, and touches nothing yet. */
export const openServerObjects = ({ address, credentials }: ObjectsSettings): ObjectStore =>
  openObjects(address, { credentials, timeoutMs: serverTimeoutMs });

/**
 * Checks the storage of objects of a server. One that is away is said and waited for: a shop sells without it. Throws where it can be seen that
 * the storage cannot hold objects.
 */
export async function checkServerObjects(objects: ObjectStore, logger: Logger): Promise<void> {
  await checkObjects(objects).catch((error: unknown) => {
    if (!(error instanceof ObjectsUnavailableError)) throw error;
    logger.error({ err: error }, 'the storage of objects is away: pictures are neither taken nor shown');
  });
}
