import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openObjects } from '@karigar/events';
import { type DataKey, dataKeyFrom } from '../data-key.ts';
import { type KeyObjects, keyObjects } from '../key-objects.ts';
import { type KeyStore, openKeyStore } from '../key-store.ts';

/** Where the keys lie in a data folder. */
export const keysIn = (dataDir: string): string => join(dataDir, 'keys');

/** The objects of the key store in a folder. */
export function keysInFolder(folder: string): KeyObjects {
  const address = pathToFileURL(folder).href;
  return keyObjects(openObjects(address, { credentials: null }), address);
}

/** A new DATA_KEY. */
export const newDataKey = (): DataKey => dataKeyOf(randomBytes(32).toString('base64'));

/** Reads the text of a DATA_KEY. */
export function dataKeyOf(text: string): DataKey {
  const key = dataKeyFrom(text);
  if (key === null) throw new Error(`${text} is no DATA_KEY`);
  return key;
}

/** Opens the key store of a data folder as a process of the shop does. */
export async function openKeysIn(
  dataDir: string,
  current: DataKey,
  former: DataKey | null = null,
): Promise<KeyStore> {
  const objects = keysInFolder(keysIn(dataDir));
  await objects.prepare();
  return openKeyStore(objects, { current, former });
}
