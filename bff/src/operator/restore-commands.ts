import { mkdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import {
  type ArchiveMoment,
  exportArchive,
  type ObjectStore,
  ObjectsUnavailableError,
  requireEmpty,
  restoreArchive,
  verify,
  withoutPassword,
} from '@karigar/events';
import { openShopObjects } from '../config/open-shop-objects.ts';
import { pictureFolder } from '../images/picture-store.ts';
import { asOfOption, filePath, option, shopOption } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';
import { objectsTimeoutMs, shopSettings } from './shop-settings.ts';

/** Commands that take a whole shop along and bring it back. */
export const restoreCommands = [
  command({
    usage: 'export <address>',
    help: 'Write an archive of the whole shop into a folder or a bucket, while the shop is open; a later export into the same place adds what is new',
    example: 'export https://s3.example/backup/karigar',
    records: 'always',
    run: exportShop,
  }),
  command({
    usage: 'import [address]',
    help: 'Restore the shop as it was at a moment into an empty Redis: from an export, with its pictures, or from the archive of its servers',
    example: 'import /safe/karigar --yes --why lost',
    options: [
      shopOption,
      asOfOption,
      option('--as-copy', 'give the restored shop an id of its own, for a copy beside the original'),
    ],
    records: 'with-yes',
    run: importShop,
  }),
];

/** Says a moment as an operator writes it. */
export const momentText = (until: ArchiveMoment | undefined): string => {
  if (until === undefined) return 'as of its newest moment';
  return 'seq' in until ? `as of event ${until.seq}` : `as of ${isoTime(until.time)}`;
};

const isUrl = (address: string): boolean => address.includes('://');

/** Opens the storage of objects at the path of a folder or an address, with the credentials of the servers. Throws `ConfigError`. */
export function storageAt({ shop }: Context, address: string): ObjectStore {
  const OBJECTS_URL = isUrl(address) ? address : pathToFileURL(filePath(address)).href;
  const { objects } = shopSettings({ ...shop.variables, OBJECTS_URL });
  return openShopObjects(objects, objectsTimeoutMs);
}

/**
 * Finds the archive of a shop in the storage of objects at an address, or in the one that is configured. Throws `OperatorError` where there is none, or several
 * and `shop` does not say which.
 */
export async function archivedShop(
  context: Context,
  shop: string | undefined,
  address?: string,
): Promise<{ objects: ObjectStore; shop: string }> {
  const objects = address === undefined ? await context.objects() : storageAt(context, address);
  if (shop !== undefined) return { objects, shop };
  const shops = new Set<string>();
  for await (const name of objects.list('')) {
    const [id = '', folder] = name.split('/');
    if (folder === 'log') shops.add(id);
  }
  const [only, ...others] = shops;
  if (only === undefined)
    throw new OperatorError('There is no archive of a shop in this storage of objects.');
  if (others.length === 0) return { objects, shop: only };
  throw new OperatorError(`Say which shop, with --shop; this storage holds: ${[...shops].join(', ')}`);
}

async function exportShop(context: Context, { address }: { address: string }) {
  const { signal, progress: onProgress } = context;
  // Before anything is written: a Redis without a whole log is named by what it lacks.
  await context.log();
  const objects = await context.objects();
  if (!isUrl(address))
    await mkdir(filePath(address)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  const storage = storageAt(context, address);
  const end = await exportArchive(await context.store(), storage, { signal, onProgress });
  const pictures = await copyPictures(objects, storage, signal);
  const { shop, seq, hash } = end;
  return {
    value: { address, ...end, pictures },
    text: [
      `Wrote the shop ${shop} to ${address}: ${seq} events, all records, ${pictures} pictures.`,
      `Head: event ${seq}, ${hash}`,
      'It does not hold the keys of people. Back them up: npm run orders -- keys --export',
    ],
    note: { seq, hash },
  };
}

/** What a person reads of a restored shop. */
export const restoredLines = ({
  head,
  recordsAt,
  recordsFault,
}: Awaited<ReturnType<typeof restoreArchive>>): (string | false)[] => [
  `The last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
  recordsAt === null && 'The archive holds no records: import them from an export.',
  recordsFault !== null && `Mind that ${recordsFault}.`,
];

/**
 * Brings a shop back into an empty Redis, as it was at a moment; everything is checked while it is read. Without an address it reads the archive of the servers;
 * from another place it copies the pictures too.
 */
async function importShop(
  context: Context,
  {
    address,
    asOf,
    asCopy,
    shop: named,
  }: { address?: string; shop?: string; asOf?: ArchiveMoment; asCopy?: boolean },
) {
  const { signal, progress: onProgress } = context;
  const into = await context.objects();
  const { objects, shop } = await archivedShop(context, named, address);
  const store = await context.store();
  await requireEmpty(store.client);
  if (!context.yes)
    return {
      value: { shop, asOf },
      text: [
        `The shop ${shop}, ${momentText(asOf)}, would be written to the Redis at ${withoutPassword(context.shop.redisUrl)}.`,
      ],
      waits: true,
    };
  // Before the log, so that a storage that takes no pictures leaves a store into which the same can be restored again.
  if (address !== undefined) await copyPictures(objects, into, signal);
  const restored = await restoreArchive(store, objects, shop, {
    until: asOf,
    asCopy,
    into,
    signal,
    onProgress,
  });
  context.output.line('Restored. Verifying it now.');
  const verification = await verify(store, { against: restored.head, signal });
  const { seq, orders, hash, count } = verification;
  return {
    value: { shop, ...restored, verification },
    text: [
      `Restored ${seq} events and ${orders} orders. Head ${hash}`,
      count === 0 ? 'Verified: no difference.' : `${count} differences: run verify.`,
      ...restoredLines(restored),
    ],
    note: { seq, hash, differences: count, asOf: asOf ?? null, recordsAt: restored.recordsAt },
    ok: count === 0,
  };
}

/**
 * Copies the pictures of the shop from one storage into another, and answers how many there are. A picture's name is the hash of what was uploaded, so one that
 * is there already stays.
 */
async function copyPictures(from: ObjectStore, into: ObjectStore, signal: AbortSignal): Promise<number> {
  let count = 0;
  for await (const name of from.list(pictureFolder)) {
    signal.throwIfAborted();
    const bytes = await from.read(name);
    if (bytes === null) continue;
    await into.putNew(name, bytes);
    const there = await into.read(name);
    if (there === null || Buffer.compare(there, bytes) !== 0)
      throw new ObjectsUnavailableError(`The storage does not give ${name} back as it was written`);
    count += 1;
  }
  return count;
}
