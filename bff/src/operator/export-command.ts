import { ArchiveDamagedError, exportArchive } from '@karigar/events';
import { storageAt } from './archived-shop.ts';
import type { CommandContext } from './command-context.ts';
import { copyPictures } from './copy-pictures.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';

/** `export`: an archive of the whole shop into a folder or a bucket, while the shop is open; what is there of an earlier export stays. */
export async function exportShop(context: CommandContext, address: string): Promise<number> {
  const { output, signal, shop: settings, past } = context;
  await context.log();
  const objects = await context.objects();
  const storage = await storageAt(settings, address, { makeFolder: true });
  const progress = output.progress('export', 'events');
  const end = await exportArchive(storage, {
    ...{ url: settings.redisUrl, past, signal },
    onProgress: (done, all) => progress.update(done, all),
  })
    .catch((error: unknown) => {
      if (!(error instanceof ArchiveDamagedError)) throw error;
      const faults = error.faults.map(({ from, to, what }) =>
        from === to ? `event ${from} ${what}` : `events ${from} to ${to}: ${what}`,
      );
      throw new OperatorError(
        `What was written to ${address} cannot be restored. See the handbook, 17.\n${faults.join('\n')}`,
      );
    })
    .finally(() => progress.stop());
  const pictures = await copyPictures(objects, storage, signal);
  const { shop, seq, hash } = end;
  output.result({ address, ...end, pictures }, () => {
    output.line(`Wrote the shop ${shop} to ${address}: ${seq} events, all records, ${pictures} pictures.`);
    output.line(`Head: event ${seq}, ${hash}`);
    output.line(`To restore it: npm run orders -- import ${address}`);
    output.line('The keys of people are not in it: npm run orders -- keys --export');
  });
  return (await recordNote(context, 'export', { seq, hash })) ? 0 : 1;
}
