import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ArchiveMoment, type ObjectStore, readChain } from '@karigar/events';
import { isShopId } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { openObjectsOf, type ShopSettings, shopSettings } from './shop-settings.ts';

/** Says a moment as an operator writes it. */
export const momentText = (until: ArchiveMoment | undefined): string => {
  if (until === undefined) return 'as late as the archive knows';
  return 'seq' in until ? `as of event ${until.seq}` : `as of ${isoTime(until.time)}`;
};

/** Gives the address of a storage as OBJECTS_URL holds it: the path of a folder is one as well. */
export const addressOf = (from: string): string =>
  from.includes('://') ? from : pathToFileURL(resolve(from)).href;

/** Opens the storage of objects at the path of a folder, `file:///folder` or `https://host/bucket/prefix`, with the credentials of the servers. Throws `ConfigError`. */
export const storageAt = ({ variables }: ShopSettings, address: string): ObjectStore =>
  openObjectsOf(shopSettings({ ...variables, OBJECTS_URL: addressOf(address) }));

/**
 * Finds the archive of a shop in the storage of objects at `from`, or in the one that is configured. Throws `OperatorError` where there is none, or several
 * and `shop` does not say which.
 */
export async function archivedShop(
  settings: ShopSettings,
  { from, shop }: { from?: string | undefined; shop?: string | undefined },
): Promise<{ objects: ObjectStore; shop: string }> {
  const objects = from === undefined ? openObjectsOf(settings) : storageAt(settings, from);
  if (shop !== undefined) return { objects, shop };
  const shops = new Set<string>();
  for await (const name of objects.list('')) {
    const [id = '', folder] = name.split('/');
    if (folder === 'log' && isShopId(id)) shops.add(id);
  }
  const [only] = shops;
  if (only === undefined)
    throw new OperatorError('There is no archive of a shop in this storage of objects.');
  if (shops.size === 1) return { objects, shop: only };
  const ends = await Promise.all(
    [...shops].map(async (id) => {
      const end = (await readChain(objects, id)).segments.at(-1);
      return `${id}, to event ${end?.to ?? 0} of ${isoTime(end?.ts ?? null)}`;
    }),
  );
  throw new OperatorError(`Say which shop, with --shop; this storage holds:\n${ends.join('\n')}`);
}
