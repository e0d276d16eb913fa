import { type ArchiveMoment, restoreArchive, withoutPassword } from '@karigar/events';
import { archivedShop, momentText } from './archived-shop.ts';
import type { CommandContext } from './command-context.ts';
import { isoTime } from './output.ts';
import { recordNote } from './record-note.ts';
import { checkRestored, tellRestored } from './restored-shop.ts';

/** How `restore` is asked for. */
interface RestoreOptions {
  readonly from?: string;
  readonly shop?: string;
  readonly asOf?: ArchiveMoment;
  readonly asCopy: boolean;
}

/** `restore`: a shop out of its archive into an empty Redis, as it was at a moment; everything is checked while it is read. */
export async function restore(context: CommandContext, options: RestoreOptions): Promise<number> {
  const { output, signal } = context;
  const { objects, shop } = await archivedShop(context.shop, options);
  const connection = await context.scan();
  await context.confirm(
    `The shop ${shop}, ${momentText(options.asOf)}, will be written to the Redis at ${withoutPassword(context.shop.redisUrl)}.`,
  );
  const progress = output.progress('restore', 'events');
  const { head, recordsAt, recordsFault, logFault } = await restoreArchive(connection, objects, shop, {
    ...{ until: options.asOf, asCopy: options.asCopy, signal },
    // The log is read twice: into the log, and then into the read models.
    onProgress: (step, done, all) => progress.update(step === 'events' ? done : all + done, 2 * all),
  }).finally(() => progress.stop());
  const restored = await checkRestored(context, connection, head);
  const { verification, erased } = restored;
  output.result({ shop, head, recordsAt, recordsFault, logFault, verification, erased }, () => {
    tellRestored(context, restored);
    output.line(
      `The last event of the archive is ${head.seq}, of ${isoTime(head.ts)}; tools, people and reviews are as of ${isoTime(recordsAt)}.`,
    );
    if (recordsAt === null) output.line('The archive holds no records: import them from an export.');
    if (recordsFault !== null) output.line(`Mind that ${recordsFault}.`);
    if (logFault !== null)
      output.line(`Mind that ${logFault}. A server that still writes the archive may be the reason.`);
  });
  const { seq, hash, count } = verification;
  const detail = { seq, hash, differences: count, asOf: options.asOf ?? null, recordsAt };
  return (await recordNote(context, 'restore', detail)) && count === 0 && logFault === null ? 0 : 1;
}
