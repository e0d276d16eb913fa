import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

/** The last line of a file, by which it is known to be whole. */
export const Manifest = z.strictObject({
  t: z.literal('manifest'),
  format: z.literal(1),
  madeAt: z.string(),
  counts: z.record(z.string(), z.int()),
  /** Of every byte before the manifest's own line, uncompressed. */
  sha256: z.string(),
});
type Manifest = z.infer<typeof Manifest>;

/** A line of such a file; `t` says what it is. */
interface Line {
  readonly t: string;
}

/** Text that is handed on at once: streams cost more per chunk than per character. */
const chunkChars = 64_000;

/**
 * Writes a file of lines: NDJSON in gzip, the manifest with the fields `more` as the last line. Answers the manifest and the size in bytes. Throws
 * when the file exists already, and leaves a part of it behind when the lines or the disk fail. `mode`: the rights of the file.
 */
export async function writeChecked<M extends object>(
  file: string,
  lines: AsyncIterable<Line>,
  more: M,
  mode = 0o666,
): Promise<{ manifest: Manifest & M; bytes: number }> {
  const hash = createHash('sha256');
  const manifest = {
    t: 'manifest' as const,
    format: 1 as const,
    madeAt: '',
    ...more,
    counts: {},
    sha256: '',
  };
  const counts: Record<string, number> = manifest.counts;
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      counts[line.t] = (counts[line.t] ?? 0) + 1;
      chunk += text;
      if (chunk.length < chunkChars) continue;
      yield chunk;
      chunk = '';
    }
    manifest.madeAt = new Date().toISOString();
    manifest.sha256 = hash.digest('hex');
    yield `${chunk}${JSON.stringify(manifest)}\n`;
  }
  const output = createWriteStream(file, { flags: 'wx', flush: true, mode });
  await pipeline(chunks, createGzip(), output);
  return { manifest, bytes: output.bytesWritten };
}

/**
 * Reads such a file line by line and answers its manifest at the end. `what` names its kind in refusals. Throws `OperatorError` when the file is
 * cut off, was changed, or is of another kind, and what `take` throws.
 */
export async function readChecked<L extends Line, M extends Manifest>(
  file: string,
  {
    what,
    line: lineSchema,
    manifest: manifestSchema,
  }: { what: string; line: z.ZodType<L>; manifest: z.ZodType<M> },
  take: (line: L, index: number) => void | Promise<void>,
): Promise<M> {
  const hash = createHash('sha256');
  const schema = z.union([lineSchema, manifestSchema]);
  const isManifest = (line: L | M): line is M => line.t === 'manifest';
  let manifest: M | null = null;
  let index = 0;
  // What goes wrong with a line in other hands is not the file's fault.
  let taking = false;
  const input = createReadStream(file);
  const unpacked = input.pipe(createGunzip()).setEncoding('utf8');
  input.once('error', (error) => unpacked.destroy(error));
  try {
    for await (const text of linesOf(unpacked)) {
      index += 1;
      if (manifest !== null) throw new OperatorError('there is something behind the manifest');
      const line = schema.parse(JSON.parse(text));
      if (isManifest(line)) {
        manifest = line;
        continue;
      }
      hash.update(`${text}\n`);
      taking = true;
      await take(line, index);
      taking = false;
    }
  } catch (error) {
    throw taking ? error : broken(file, what, index, error);
  }
  if (manifest === null) throw broken(file, what, index, 'its manifest is missing: the file was cut off');
  if (hash.digest('hex') !== manifest.sha256)
    throw broken(file, what, index, 'its content does not fit its sha256');
  return manifest;
}

/** Longer than a line with the largest picture. */
const mostLineChars = 64 * 1024 * 1024;

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    rest += chunk;
    if (rest.length > mostLineChars) throw new Error('the next line is longer than any that the shop writes');
    if (!chunk.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function broken(file: string, what: string, line: number, reason: unknown): OperatorError {
  const text =
    reason instanceof z.ZodError
      ? z.prettifyError(reason)
      : reason instanceof Error
        ? reason.message
        : String(reason);
  return new OperatorError(`${file} is no whole ${what} (line ${line}): ${text}`);
}
