import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArchiveMoment, ObjectStore } from '@karigar/events';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { isShopId } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import type { Context } from './run-command.ts';
import { objectsTimeoutMs, shopSettings } from './shop-settings.ts';

/** Says a moment as an operator writes it. */
export const momentText = (until: ArchiveMoment | undefined): string => {
  if (until === undefined) return 'as late as the archive knows';
  return 'seq' in until ? `as of event ${until.seq}` : `as of ${isoTime(until.time)}`;
};

/** Gives the address of a storage as OBJECTS_URL holds it: the path of a folder is one as well. */
export const addressOf = (address: string): string =>
  address.includes('://') ? address : pathToFileURL(resolve(address)).href;

/** Opens the storage of objects at the path of a folder or an address, with the credentials of the servers. Throws `ConfigError`. */
export function storageAt({ shop }: Context, address: string): ObjectStore {
  const { objects } = shopSettings({ ...shop.variables, OBJECTS_URL: addressOf(address) });
  return openShopObjects(objects, objectsTimeoutMs);
}

/**
 * Finds the archive of a shop in the storage of objects at an address, or in the one that is configured. Throws `OperatorError` where there is none, or several
 * and `shop` does not say which.
 */
export async function archivedShop(
  context: Context,
  { address, shop }: { address?: string | undefined; shop?: string | undefined },
): Promise<{ objects: ObjectStore; shop: string }> {
  const objects = address === undefined ? await context.objects() : storageAt(context, address);
  if (shop !== undefined) return { objects, shop };
  const shops = new Set<string>();
  for await (const name of objects.list('')) {
    const [id = '', folder] = name.split('/');
    if (folder === 'log' && isShopId(id)) shops.add(id);
  }
  const [only, ...others] = shops;
  if (only === undefined)
    throw new OperatorError('There is no archive of a shop in this storage of objects.');
  if (others.length === 0) return { objects, shop: only };
  throw new OperatorError(`Say which shop, with --shop; this storage holds: ${[...shops].join(', ')}`);
}
