import { type ArchiveMoment, restoreArchive, withoutPassword } from '@karigar/events';
import { archivedShop, momentText } from './archived-shop.ts';
import type { CommandContext } from './command-context.ts';
import { copyPictures } from './copy-pictures.ts';
import { isoTime } from './output.ts';
import { recordNote } from './record-note.ts';
import { checkRestored, tellRestored } from './restored-shop.ts';

/** How `restore` or `import` is asked for. */
interface RestoreOptions {
  readonly shop?: string;
  readonly asOf?: ArchiveMoment;
  readonly asCopy: boolean;
}

/**
 * Brings a shop back into an empty Redis, as it was at a moment; everything is checked while it is read. `restore` reads the archive of the servers, `import`
 * another one at `from`, whose pictures it copies too.
 */
export async function restore(
  context: CommandContext,
  from: string | undefined,
  options: RestoreOptions,
): Promise<number> {
  const { output, signal } = context;
  const own = await context.objects();
  const { objects, shop } = await archivedShop(context.shop, { from, shop: options.shop });
  const store = await context.store();
  await context.confirm(
    `The shop ${shop}, ${momentText(options.asOf)}, will be written to the Redis at ${withoutPassword(context.shop.redisUrl)}.`,
  );
  // Before the log, so that a storage that takes no pictures leaves a store into which the same can be restored again.
  if (from !== undefined) await copyPictures(objects, own, signal);
  const progress = output.progress('restore', 'events');
  const { head, recordsAt, recordsFault } = await restoreArchive(store, objects, shop, {
    ...{ until: options.asOf, asCopy: options.asCopy, into: own, signal },
    // The log is read twice: into the log, and then into the read models.
    onProgress: (step, done, all) => progress.update(step === 'events' ? done : all + done, 2 * all),
  }).finally(() => progress.stop());
  const restored = await checkRestored(context, head);
  const { verification, erased } = restored;
  output.result({ shop, head, recordsAt, recordsFault, verification, erased }, () => {
    tellRestored(context, restored);
    output.line(
      `The last event is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
    );
    if (recordsAt === null) output.line('The archive holds no records: import them from an export.');
    if (recordsFault !== null) output.line(`Mind that ${recordsFault}.`);
  });
  const { seq, hash, count } = verification;
  const detail = { seq, hash, differences: count, asOf: options.asOf ?? null, recordsAt };
  const kind = from === undefined ? 'restore' : 'import';
  return (await recordNote(context, kind, detail)) && count === 0 ? 0 : 1;
}
