import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type ArchiveMoment,
  exportArchive,
  LostEventsError,
  type ObjectStore,
  ObjectsUnavailableError,
  restoreArchive,
  verify,
  withoutPassword,
} from '@karigar/events';
import { pictureFolder } from '../images/picture-store.ts';
import { addressOf, archivedShop, momentText, storageAt } from './archived-shop.ts';
import { asOfOption, option, shopOption } from './arguments.ts';
import { OperatorError } from './failure-text.ts';
import { isoTime } from './output.ts';
import { type Context, command } from './run-command.ts';

const restoring = {
  options: [
    shopOption,
    asOfOption,
    option(
      '--as-copy',
      'give the restored shop an id of its own, for a copy beside the original',
      undefined,
      false,
    ),
  ],
  yes: 'do not ask',
  run: restore,
};

/** Commands that take a whole shop along and bring it back. */
export const restoreCommands = [
  command({
    usage: 'export <address>',
    help: 'Write an archive of the whole shop into a folder or a bucket, while the shop is open; a later export into the same place adds what is new',
    example: 'export https://s3.example/backup/karigar',
    run: exportShop,
  }),
  command({
    ...restoring,
    usage: 'import <address>',
    help: 'Restore the shop out of an archive in a folder or a bucket into an empty Redis, with its pictures',
    example: 'import /safe/karigar --yes --why lost',
  }),
  command({
    ...restoring,
    usage: 'restore',
    help: 'Restore the shop out of the archive of its servers into an empty Redis, as it was at any moment',
    example: 'restore --as-of 1204 --as-copy --yes --why test',
  }),
];

async function exportShop(context: Context, { address }: { address: string }) {
  const { signal } = context;
  // Before anything is written: a Redis without a whole log is named by what it lacks.
  await context.log();
  const objects = await context.objects();
  const url = addressOf(address);
  if (url.startsWith('file:'))
    await mkdir(fileURLToPath(url)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST')
        throw new OperatorError(`The folder ${address} cannot be made: ${error.message}`);
    });
  const storage = storageAt(context, address);
  const how = { signal, onProgress: context.progress() };
  const end = await exportArchive(await context.store(), storage, how).catch((error: unknown) => {
    if (!(error instanceof LostEventsError)) throw error;
    const faults = error.faults.map(({ from, to, what }) =>
      from === to ? `event ${from} ${what}` : `events ${from} to ${to}: ${what}`,
    );
    throw new OperatorError(
      `What was written to ${address} cannot be restored. See the handbook, 17.\n${faults.join('\n')}`,
    );
  });
  const pictures = await copyPictures(objects, storage, signal);
  const { shop, seq, hash } = end;
  return {
    value: { address, ...end, pictures },
    text: [
      `Wrote the shop ${shop} to ${address}: ${seq} events, all records, ${pictures} pictures.`,
      `Head: event ${seq}, ${hash}`,
      `To restore it: npm run orders -- import ${address}`,
      'The keys of people are not in it: npm run orders -- keys --export',
    ],
    note: { seq, hash },
  };
}

interface RestoreOptions {
  readonly address?: string;
  readonly shop?: string;
  readonly asOf?: ArchiveMoment;
  readonly asCopy: boolean;
}

/**
 * Brings a shop back into an empty Redis, as it was at a moment; everything is checked while it is read. Without an address it reads the archive of the servers;
 * from another place it copies the pictures too.
 */
async function restore(context: Context, { address, asOf, asCopy, ...options }: RestoreOptions) {
  const { signal } = context;
  const into = await context.objects();
  const { objects, shop } = await archivedShop(context, { address, ...options });
  const store = await context.store();
  await context.confirm(
    `The shop ${shop}, ${momentText(asOf)}, will be written to the Redis at ${withoutPassword(context.shop.redisUrl)}.`,
  );
  // Before the log, so that a storage that takes no pictures leaves a store into which the same can be restored again.
  if (address !== undefined) await copyPictures(objects, into, signal);
  const onProgress = context.progress();
  const { head, recordsAt, recordsFault } = await restoreArchive(store, objects, shop, {
    ...{ until: asOf, asCopy, into, signal, onProgress },
  });
  const verification = await verify(store, { against: head, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new OperatorError(
      'The backup is restored whole; only its check was stopped: npm run orders -- verify',
    );
  });
  const { seq, orders, hash, count } = verification;
  return {
    value: { shop, head, recordsAt, recordsFault, verification },
    text: [
      `Restored ${seq} events and ${orders} orders. Head ${hash}`,
      count === 0 ? 'Verified: no difference.' : `${count} differences: run verify.`,
      `The last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
      recordsAt === null && 'The archive holds no records: import them from an export.',
      recordsFault !== null && `Mind that ${recordsFault}.`,
    ],
    note: { seq, hash, differences: count, asOf: asOf ?? null, recordsAt },
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
