import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { BackupLine } from '@karigar/events';
import { z } from 'zod';
import { OperatorError } from './find-shop.ts';

const compress = promisify(gzip);

/** One line of the file: of the store, a picture, or the manifest, which is the last. */
const PictureLine = z.strictObject({
  t: z.literal('picture'),
  name: z.string().regex(/^[\w-][\w.-]{0,200}$/, { error: 'is no file name' }),
  data: z.base64(),
});
/** What a backup holds, and how to know that it is whole. */
export const Manifest = z.strictObject({
  t: z.literal('manifest'),
  format: z.literal(1),
  madeAt: z.string(),
  head: z.strictObject({ seq: z.int().min(0), hash: z.string(), ts: z.int().min(0), shop: z.string() }),
  counts: z.record(z.string(), z.int()),
  /** Of every byte before the manifest's own line, uncompressed. */
  sha256: z.string(),
});
export type Manifest = z.infer<typeof Manifest>;
export type PictureLine = z.infer<typeof PictureLine>;
/** A line with content. */
export type ContentLine = BackupLine | PictureLine;
const Line = z.union([BackupLine, PictureLine, Manifest]);

/** Text per segment: each is a gzip member of its own, so damage to one does not take the others along. */
const segmentChars = 4_000_000;

/**
 * Writes a backup: NDJSON in gzip segments, the manifest as the last line. The file appears under its name only when it is
 * whole. Answers the manifest and the size in bytes.
 */
export async function writeBackup(
  file: string,
  lines: AsyncIterable<ContentLine>,
  head: Manifest['head'],
): Promise<{ manifest: Manifest; bytes: number }> {
  const handle = await open(file, 'wx');
  const hash = createHash('sha256');
  const counts: Record<string, number> = {};
  let bytes = 0;
  let segment: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const packed = await compress(segment.join(''));
    // Not write(), which is content when a full disk takes a part: half a segment would pass for a backup.
    await handle.writeFile(packed);
    bytes += packed.length;
    segment = [];
    size = 0;
  };
  try {
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      counts[line.t] = (counts[line.t] ?? 0) + 1;
      segment.push(text);
      size += text.length;
      if (size >= segmentChars) await flush();
    }
    const madeAt = new Date().toISOString();
    const manifest: Manifest = { t: 'manifest', format: 1, madeAt, head, counts, sha256: hash.digest('hex') };
    segment.push(`${JSON.stringify(manifest)}\n`);
    await flush();
    await handle.sync();
    return { manifest, bytes };
  } finally {
    await handle.close();
  }
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

function broken(file: string, line: number, reason: unknown): OperatorError {
  const text =
    reason instanceof z.ZodError
      ? z.prettifyError(reason)
      : reason instanceof Error
        ? reason.message
        : String(reason);
  return new OperatorError(`${file} is no whole backup (line ${line}): ${text}`);
}
