import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type ArchiveMoment, type ObjectStore, readChain } from '@karigar/events';
import { InvalidArgumentError } from 'commander';
import { moment, shopId } from './arguments.ts';
import { openOperatorObjects } from './objects-of-shop.ts';
import { OperatorError } from './operator-error.ts';
import { isoTime } from './output.ts';
import type { ShopSettings } from './shop-settings.ts';

/** Reads a moment of the log: an event's number, or a time such as 2026-11-21T18:30:00Z. Throws commander's `InvalidArgumentError`. */
export function archiveMoment(text: string): ArchiveMoment {
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  try {
    return { time: moment(text) };
  } catch {
    throw new InvalidArgumentError('Write the number of an event, or a time such as 2026-11-21T18:30:00Z.');
  }
}

/** Says a moment as an operator writes it. */
export const momentText = (until: ArchiveMoment | undefined): string => {
  if (until === undefined) return 'as late as the archive knows';
  return 'seq' in until ? `as of event ${until.seq}` : `as of ${isoTime(until.time)}`;
};

/** Gives the address of a storage as OBJECTS_URL holds it: the path of a folder is one as well. */
export const addressOf = (from: string): string =>
  from.includes('://') ? from : pathToFileURL(resolve(from)).href;

/**
 * Opens the storage of objects at an address: the path of a folder, `file:///folder` or `https://host/bucket/prefix`, with the credentials of the servers.
 * Throws `OperatorError` where it cannot be meant.
 */
export async function storageAt(
  settings: ShopSettings,
  address: string,
  { makeFolder }: { makeFolder: boolean },
): Promise<ObjectStore> {
  const url = addressOf(address);
  if (makeFolder && url.startsWith('file:'))
    await mkdir(fileURLToPath(url)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new OperatorError(`The folder ${address} cannot be made: ${error.message}`);
    });
  return openOperatorObjects({ ...settings, variables: { ...settings.variables, OBJECTS_URL: url } });
}

/** An archive that a shop can be restored from. */
export interface ArchivedShop {
  readonly objects: ObjectStore;
  readonly shop: string;
}

/**
 * Finds the archive of a shop in the storage of objects at `from`, or in the one that is configured. Throws `OperatorError` where there is none, or several
 * and `shop` does not say which.
 */
export async function archivedShop(
  settings: ShopSettings,
  { from, shop }: { from?: string | undefined; shop?: string | undefined },
): Promise<ArchivedShop> {
  const objects =
    from === undefined
      ? await openOperatorObjects(settings)
      : await storageAt(settings, from, { makeFolder: false });
  const shops = shop === undefined ? await shopsIn(objects) : [shop];
  const [only] = shops;
  if (only === undefined)
    throw new OperatorError('There is no archive of a shop in this storage of objects.');
  if (shops.length > 1) {
    const ends = await Promise.all(
      shops.map(async (id) => {
        const end = (await readChain(objects, id)).segments.at(-1);
        return `${id}, to event ${end?.to ?? 0} of ${isoTime(end?.ts ?? null)}`;
      }),
    );
    throw new OperatorError(`Say which shop, with --shop; this storage holds:\n${ends.join('\n')}`);
  }
  return { objects, shop: only };
}

async function shopsIn(objects: ObjectStore): Promise<string[]> {
  const shops = new Set<string>();
  for await (const name of objects.list('')) {
    const [id = '', folder] = name.split('/');
    if (folder === 'log' && isShopId(id)) shops.add(id);
  }
  return [...shops];
}

function isShopId(text: string): boolean {
  try {
    return shopId(text) === text;
  } catch {
    return false;
  }
}
