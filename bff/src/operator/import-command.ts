import { existsSync } from 'node:fs';
import {
  BackupCheck,
  type BackupLine,
  beginRestore,
  finishRestore,
  restoreLines,
  type ScanConnection,
  withoutPassword,
} from '@karigar/events';
import { countsText, type Manifest, readBackup } from './backup-file.ts';
import { restorePicture } from './backup-pictures.ts';
import type { CommandContext } from './command-context.ts';
import { fetchExport } from './kept-exports.ts';
import { OperatorError } from './operator-error.ts';
import { recordNote } from './record-note.ts';
import { checkRestored, tellRestored } from './restored-shop.ts';
import { inScratchFile } from './scratch-file.ts';

/** Lines per write while restoring. */
const perWrite = 500;

/** How `import` is asked for. */
interface ImportOptions {
  readonly asCopy: boolean;
  /** The name of an export in the storage of objects. */
  readonly fromObjects?: string;
}

/** `import`: a backup, from a file or the storage of objects, into an empty store. */
export async function importShop(
  context: CommandContext,
  file: string | undefined,
  options: ImportOptions,
): Promise<number> {
  const { fromObjects } = options;
  if (file !== undefined && fromObjects === undefined) return importFile(context, file, options);
  if (file !== undefined || fromObjects === undefined)
    throw new OperatorError(
      'Say from where: the path of a file, or --from-objects with the name of an export.',
    );
  const objects = await context.objects();
  return inScratchFile(async (scratch) => {
    await fetchExport(objects, fromObjects, scratch, context.signal);
    return importFile(context, scratch, options);
  });
}

/** Restores a file, which is read whole and checked before anything is written. */
async function importFile(context: CommandContext, file: string, options: ImportOptions): Promise<number> {
  const { output, shop, signal } = context;
  if (!existsSync(file)) throw new OperatorError(`${file} is not there.`);
  const check = new BackupCheck();
  const manifest = await readBackup(file, (line) => {
    signal.throwIfAborted();
    if (line.t !== 'picture') check.take(line);
  });
  check.finish(manifest.head);
  if (check.faults.length > 0) {
    throw new OperatorError(`${file} cannot be restored; nothing was written.\n${check.faults.join('\n')}`);
  }
  output.line(`${file} is whole: ${countsText(manifest.counts)}, made ${manifest.madeAt}.`);
  const connection = await context.scan();
  await context.confirm(`It will be written to the Redis at ${withoutPassword(shop.redisUrl)}.`);
  await beginRestore(connection);
  await restoreFrom(context, connection, file, manifest);
  await finishRestore(connection, manifest.head, { asCopy: options.asCopy, signal });
  const restored = await checkRestored(context, connection, manifest.head);
  const { verification: found, erased } = restored;
  output.result({ file, manifest, verification: found, erased }, () => tellRestored(context, restored));
  const detail = { seq: found.seq, hash: found.hash, differences: found.count, madeAt: manifest.madeAt };
  return (await recordNote(context, 'import', detail)) && found.count === 0 ? 0 : 1;
}

/** Writes every line of the file; what goes wrong leaves a store that stays closed until the same command is given again. */
async function restoreFrom(
  context: CommandContext,
  connection: ScanConnection,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const { output, signal } = context;
  const progress = output.progress('import', 'lines');
  const total = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0);
  const objects = await context.objects();
  let waiting: BackupLine[] = [];
  try {
    await readBackup(file, async (line, index) => {
      signal.throwIfAborted();
      if (line.t === 'picture') await restorePicture(objects, line);
      else waiting.push(line);
      if (waiting.length < perWrite) return;
      await restoreLines(connection, waiting);
      waiting = [];
      progress.update(index, total);
    });
    await restoreLines(connection, waiting);
  } finally {
    progress.stop();
  }
}
