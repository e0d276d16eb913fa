import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackupCheck,
  type BackupLine,
  type BackupStart,
  beginBackup,
  beginRestore,
  exportStore,
  finishRestore,
  restoreLines,
  type ScanConnection,
  verify,
  withoutPassword,
} from '@karigar/events';
import { pictureFolder } from '../images/picture-store.ts';
import { type ContentLine, type Manifest, readBackup, writeBackup } from './backup-file.ts';
import type { CommandContext } from './command-context.ts';
import { failureText } from './failure-text.ts';
import { forgottenErasures } from './forgotten-erasures.ts';
import { OperatorError } from './operator-error.ts';
import { readableBytes } from './output.ts';
import { recordNote } from './record-note.ts';
import { sealRestored } from './seal-command.ts';

/** Lines per write while restoring. */
const perWrite = 500;

/** `export`: the whole shop into one file, while it is open. */
export async function exportShop(context: CommandContext, file: string): Promise<number> {
  const { output, shop, signal } = context;
  const manifestFile = `${file}.manifest.json`;
  for (const name of [file, manifestFile])
    if (existsSync(name)) throw new OperatorError(`${name} exists already. Give another name.`);
  await context.log();
  const connection = await context.scan();
  const start = await beginBackup(connection);
  const { head } = start;
  const progress = output.progress('export', 'events');
  // A name of its own: of two exports under one name neither may give the other's half for whole.
  const partial = `${file}.${process.pid}.part`;
  const check = new BackupCheck();
  try {
    const lines = shopLines(connection, start, pictureFolder(shop.dataDir), signal, (done) =>
      progress.update(done, head.seq),
    );
    const { manifest, bytes } = await writeBackup(partial, checkedLines(lines, check), head);
    check.finish(head);
    if (check.faults.length > 0) {
      throw new OperatorError(
        `The log is damaged, and a backup of it could not be restored: none was written. See the handbook, 5 and 6.\n${check.faults.join('\n')}`,
      );
    }
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
    progress.stop();
    await rm(partial, { force: true });
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
  connection: ScanConnection,
  start: BackupStart,
  pictures: string,
  signal: AbortSignal,
  onEvent: (done: number) => void,
): AsyncGenerator<ContentLine> {
  let events = 0;
  for await (const line of exportStore(connection, start)) {
    signal.throwIfAborted();
    if (line.t === 'event') {
      events += 1;
      onEvent(events);
    }
    yield line;
  }
  for (const name of existsSync(pictures) ? (await readdir(pictures)).sort() : []) {
    signal.throwIfAborted();
    if (!/^[\w-][\w.-]*$/.test(name)) continue;
    yield { t: 'picture', name, data: (await readFile(join(pictures, name))).toString('base64') };
  }
}

/** `import`: a backup into an empty store. The file is read whole and checked before anything is written. */
export async function importShop(
  context: CommandContext,
  file: string,
  options: { asCopy: boolean },
): Promise<number> {
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
  await sealRestored(context).catch((error: unknown) => {
    throw new OperatorError(
      `The backup is restored whole, and people can be read in it. ${failureText(error)}\nThen: npm run orders -- seal`,
    );
  });
  const found = await verify(connection, { against: manifest.head, signal }).catch((error: unknown) => {
    throw signal.aborted
      ? new OperatorError(
          'The backup is restored whole; only its check was stopped: npm run orders -- verify',
        )
      : error;
  });
  const erased = await forgottenErasures(context);
  output.result({ file, manifest, verification: found, erased: erased.length }, () => {
    output.line(`Restored ${found.seq} events and ${found.orders} orders. Head ${found.hash}`);
    output.line(found.count === 0 ? 'Verified: no difference.' : `${found.count} differences: run verify.`);
    if (erased.length > 0)
      output.line(
        `${erased.length === 1 ? 'One person was' : `${erased.length} persons were`} erased since: nobody can read them, and a server erases them here when it starts.`,
      );
  });
  const detail = { seq: found.seq, hash: found.hash, differences: found.count, madeAt: manifest.madeAt };
  return (await recordNote(context, 'import', detail)) && found.count === 0 ? 0 : 1;
}

/** Writes every line of the file; what goes wrong leaves a store that stays closed until the same command is given again. */
async function restoreFrom(
  { output, shop, signal }: CommandContext,
  connection: ScanConnection,
  file: string,
  manifest: Manifest,
): Promise<void> {
  const progress = output.progress('import', 'lines');
  const total = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0);
  const pictures = pictureFolder(shop.dataDir);
  await mkdir(pictures, { recursive: true });
  let waiting: BackupLine[] = [];
  try {
    await readBackup(file, async (line, index) => {
      signal.throwIfAborted();
      if (line.t === 'picture') {
        await writeFile(join(pictures, line.name), Buffer.from(line.data, 'base64'));
      } else waiting.push(line);
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

const namesOfLines: Readonly<Record<string, string>> = {
  event: 'events',
  picture: 'pictures',
  string: 'records',
  hash: 'parts of tables',
  zset: 'parts of lists',
  set: 'parts of sets',
  entry: 'notes',
};

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${namesOfLines[kind] ?? kind}`)
    .join(', ');
}
