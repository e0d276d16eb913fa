import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { BackupCheck, beginBackup, exportStore, type ObjectStore } from '@karigar/events';
import { type ContentLine, countsText, type Manifest, writeBackup } from './backup-file.ts';
import { pictureLines } from './backup-pictures.ts';
import type { CommandContext } from './command-context.ts';
import { keepExport } from './kept-exports.ts';
import { OperatorError } from './operator-error.ts';
import { readableBytes } from './output.ts';
import { recordNote } from './record-note.ts';
import { inScratchFile } from './scratch-file.ts';

/** `export`: the whole shop into one file, or into the storage of objects, while it is open. */
export async function exportShop(
  context: CommandContext,
  file: string | undefined,
  { toObjects }: { toObjects: boolean },
): Promise<number> {
  if ((file !== undefined) === toObjects)
    throw new OperatorError('Say where to: the path of a file, or --to-objects.');
  return file === undefined ? exportToObjects(context) : exportToFile(context, file);
}

async function exportToFile(context: CommandContext, file: string): Promise<number> {
  const { output } = context;
  const manifestFile = `${file}.manifest.json`;
  for (const name of [file, manifestFile])
    if (existsSync(name)) throw new OperatorError(`${name} exists already. Give another name.`);
  // A name of its own: of two exports under one name neither may give the other's half for whole.
  const partial = `${file}.${process.pid}.part`;
  try {
    const { manifest, bytes } = await writeShop(context, partial);
    const { head } = manifest;
    if (existsSync(file)) throw new OperatorError(`${file} was written by somebody else meanwhile.`);
    await rename(partial, file);
    await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
    output.result({ file, bytes, manifest }, () => {
      output.line(`Wrote ${file} (${readableBytes(bytes)}): ${countsText(manifest.counts)}.`);
      output.line(`Head: event ${head.seq}, ${head.hash}`);
      output.line(`Keep ${manifestFile} apart from it: npm run orders -- verify --against it later.`);
    });
    return (await recordNote(context, 'export', { seq: head.seq, hash: head.hash, bytes })) ? 0 : 1;
  } finally {
    await rm(partial, { force: true });
  }
}

async function exportToObjects(context: CommandContext): Promise<number> {
  const { output, signal } = context;
  const objects = await context.objects();
  return inScratchFile(async (file) => {
    const { manifest, bytes } = await writeShop(context, file);
    const { head } = manifest;
    const name = await keepExport(objects, file, manifest, signal);
    output.result({ name, bytes, manifest }, () => {
      output.line(`Kept as ${name} (${readableBytes(bytes)}): ${countsText(manifest.counts)}.`);
      output.line(`Head: event ${head.seq}, ${head.hash}`);
      output.line(`To restore it: npm run orders -- import --from-objects ${name}`);
    });
    return (await recordNote(context, 'export', { seq: head.seq, hash: head.hash, bytes })) ? 0 : 1;
  });
}

/** Writes the backup of the shop as it is now. Throws `OperatorError` when the log is damaged: it could not be restored. */
async function writeShop(
  context: CommandContext,
  file: string,
): Promise<{ manifest: Manifest; bytes: number }> {
  await context.log();
  const objects = await context.objects();
  const connection = await context.scan();
  const start = await beginBackup(connection);
  const { head } = start;
  const progress = context.output.progress('export', 'events');
  const check = new BackupCheck();
  try {
    const log = exportStore(connection, start, context.past);
    const lines = shopLines(log, objects, context.signal, (done) => progress.update(done, head.seq));
    const written = await writeBackup(file, checkedLines(lines, check), head);
    check.finish(head);
    if (check.faults.length > 0) {
      throw new OperatorError(
        `The log is damaged, and a backup of it could not be restored: none was written. See the handbook, 17.\n${check.faults.join('\n')}`,
      );
    }
    return written;
  } finally {
    progress.stop();
  }
}

/** A backup is of use only if it can be restored: what a restore would refuse is found while it is written. */
async function* checkedLines(
  lines: AsyncIterable<ContentLine>,
  check: BackupCheck,
): AsyncGenerator<ContentLine> {
  for await (const line of lines) {
    if (line.t !== 'picture') check.take(line);
    yield line;
  }
}

async function* shopLines(
  log: ReturnType<typeof exportStore>,
  objects: ObjectStore,
  signal: AbortSignal,
  onEvent: (done: number) => void,
): AsyncGenerator<ContentLine> {
  let events = 0;
  for await (const line of log) {
    signal.throwIfAborted();
    if (line.t === 'event') {
      events += 1;
      onEvent(events);
    }
    yield line;
  }
  yield* pictureLines(objects, signal);
}
