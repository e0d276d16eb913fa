import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type ObjectStore, readOrDamaged } from './object-store.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** More than any object of the archive holds unpacked. */
const mostBytes = 256 * 1024 * 1024;

/** Room for what a segment packs to: each chunk passes through the main thread, which serves customers. */
const chunkSize = 512 * 1024;

/** Packs lines as NDJSON in gzip. A higher level takes longer and saves a hundredth. */
export const packLines = (lines: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> =>
  pack(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1, chunkSize });

/** Unpacks to the text of each line. Throws an Error for what is no whole gzip of lines. */
export async function unpackLines(bytes: Uint8Array): Promise<string[]> {
  const lines = (await unpack(bytes, { maxOutputLength: mostBytes })).toString('utf8').split('\n');
  if (lines.pop() !== '') throw new Error('its last line is cut off');
  return lines;
}

/**
 * Puts packed lines under a name and reads them back. Answers false where the storage gives something else under that name, which stays as it is.
 * Another release may have packed the same lines into other bytes. Throws `ObjectsUnavailableError`.
 */
export async function putLines(
  store: ObjectStore,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  await store.putNew(name, bytes);
  const found = await readOrDamaged(store, name);
  if (found === null || found === 'damaged') return false;
  if (Buffer.compare(found, bytes) === 0) return true;
  const [left, right] = await Promise.all([found, bytes].map((one) => unpackLines(one).catch(() => null)));
  return left != null && right != null && left.join('\n') === right.join('\n');
}
