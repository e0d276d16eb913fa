import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** More than any object of the archive holds: bytes that unpack to more are none of ours. */
const mostBytes = 256 * 1024 * 1024;

/** Room for what a segment packs to: each piece comes by way of the main thread, which serves customers. */
const chunkSize = 512 * 1024;

/**
 * Packs lines as NDJSON in gzip: the same lines give the same bytes, for gzip is given neither a name nor a time. A higher level takes
 * longer and saves a hundredth.
 */
export const packLines = (lines: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> =>
  pack(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1, chunkSize });

/** Unpacks to the text of each line. Throws an Error for what is no whole gzip of lines. */
export async function unpackLines(bytes: Uint8Array): Promise<string[]> {
  const lines = (await unpack(bytes, { maxOutputLength: mostBytes })).toString('utf8').split('\n');
  if (lines.pop() !== '') throw new Error('its last line is cut off');
  return lines;
}
