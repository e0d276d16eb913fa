import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupLine } from '@karigar/events';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

/** One line of the file: of the store, a picture, or the manifest, which is the last. */
const PictureLine = z.strictObject({
  t: z.literal('picture'),
  name: z.string().regex(/^[\w-][\w.-]{0,200}$/, { error: 'is no file name' }),
  data: z.base64(),
});
/** What a backup holds, and how to know that it is whole. */
const Manifest = z.strictObject({
  t: z.literal('manifest'),
  format: z.literal(1),
  madeAt: z.string(),
  head: z.strictObject({ seq: z.int().min(0), hash: z.string(), ts: z.int().min(0), shop: z.string() }),
  counts: z.record(z.string(), z.int()),
  /** Of every byte before the manifest's own line, uncompressed. */
  sha256: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;
type PictureLine = z.infer<typeof PictureLine>;
/** A line with content. */
export type ContentLine = BackupLine | PictureLine;
const Line = z.union([BackupLine, PictureLine, Manifest]);

/** Text that is handed on at once: streams cost more per chunk than per character. */
const chunkChars = 64_000;

/**
 * Writes a backup: NDJSON in gzip, the manifest as the last line. Answers the manifest and the size in bytes. Throws when
 * the file exists already, and leaves a part of it behind when the lines or the disk fail.
 */
export async function writeBackup(
  file: string,
  lines: AsyncIterable<ContentLine>,
  head: Manifest['head'],
): Promise<{ manifest: Manifest; bytes: number }> {
  const hash = createHash('sha256');
  const manifest: Manifest = { t: 'manifest', format: 1, madeAt: '', head, counts: {}, sha256: '' };
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      manifest.counts[line.t] = (manifest.counts[line.t] ?? 0) + 1;
      chunk += text;
      if (chunk.length < chunkChars) continue;
      yield chunk;
      chunk = '';
    }
    manifest.madeAt = new Date().toISOString();
    manifest.sha256 = hash.digest('hex');
    yield `${chunk}${JSON.stringify(manifest)}\n`;
  }
  const output = createWriteStream(file, { flags: 'wx', flush: true });
  await pipeline(chunks, createGzip(), output);
  return { manifest, bytes: output.bytesWritten };
}

/**
 * Reads a backup line by line and answers its manifest at the end. Throws `OperatorError` when the file is cut off, was
 * changed, or is no backup, and what `take` throws.
 */
export async function readBackup(
  file: string,
  take: (line: ContentLine, index: number) => void | Promise<void>,
): Promise<Manifest> {
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let manifest: Manifest | null = null;
  let index = 0;
  // What goes wrong with a line in other hands is not the file's fault.
  let taking = false;
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip());
  input.once('error', (error) => unpacked.destroy(error));
  try {
    for await (const text of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      index += 1;
      if (manifest !== null) throw new OperatorError('there is something behind the manifest');
      const line = Line.parse(JSON.parse(text));
      if (line.t === 'manifest') {
        manifest = line;
        continue;
      }
      hash.update(`${text}\n`);
      counts[line.t] = (counts[line.t] ?? 0) + 1;
      taking = true;
      await take(line, index);
      taking = false;
    }
  } catch (error) {
    throw taking ? error : broken(file, index, error);
  }
  if (manifest === null) throw broken(file, index, 'its manifest is missing: the file was cut off');
  if (hash.digest('hex') !== manifest.sha256)
    throw broken(file, index, 'its content does not fit its sha256');
  return manifest;
}

const ManifestFile = z.object({ head: Manifest.shape.head });

/** Reads the head from the manifest that an export wrote beside its file. Throws `OperatorError` when it is no such file. */
export async function readManifestHead(file: string): Promise<Manifest['head']> {
  const advice = 'Give the .manifest.json that the export wrote beside its file.';
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`${file} cannot be read. ${advice}`);
  });
  try {
    return ManifestFile.parse(JSON.parse(text)).head;
  } catch {
    throw new OperatorError(`${file} is not a manifest. ${advice}`);
  }
}

function broken(file: string, line: number, reason: unknown): OperatorError {
  const text =
    reason instanceof z.ZodError
      ? z.prettifyError(reason)
      : reason instanceof Error
        ? reason.message
        : String(reason);
  return new OperatorError(`${file} is no whole backup (line ${line}): ${text}`);
}
