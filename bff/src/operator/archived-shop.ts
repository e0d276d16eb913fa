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
  const variables = from === undefined ? settings.variables : { ...settings.variables, OBJECTS_URL: from };
  const objects = await openOperatorObjects({ ...settings, variables });
  const shops = shop === undefined ? await shopsIn(objects) : [shop];
  const [only] = shops;
  if (only === undefined)
    throw new OperatorError('There is no archive of a shop in this storage of objects.');
  if (shops.length > 1) {
    const ends = await Promise.all(
      shops.map(async (id) => {
        const end = (await readChain(objects, id)).entries.at(-1);
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
