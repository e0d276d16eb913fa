import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ObjectDamagedError, type ObjectStore } from './object-store.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** More than any object of the archive holds unpacked. */
const maxUnpackedBytes = 256 * 1024 * 1024;

/** A whole segment fits into one chunk: each chunk is handled by the main thread, which also serves requests. */
const chunkSize = 512 * 1024;

/** Packs values as lines of JSON in gzip. A higher level takes longer and saves one percent. */
export const packLines = (lines: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> =>
  pack(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { level: 1, chunkSize });

/** Reads an object; null when it is missing or damaged. */
const readWhole = (store: ObjectStore, name: string): Promise<Uint8Array<ArrayBuffer> | null> =>
  store.read(name).catch((error: unknown) => {
    if (error instanceof ObjectDamagedError) return null;
    throw error;
  });

/**
 * Reads an object of packed lines. Answers in words what is wrong when it is missing or damaged, which the sum in a gzip tells. Throws
 * `ObjectsUnavailableError`.
 */
export async function readLines(store: ObjectStore, name: string): Promise<unknown[] | string> {
  const bytes = await readWhole(store, name);
  if (bytes === null) return 'is missing or has other bytes than were written';
  try {
    const text = (await unpack(bytes, { maxOutputLength: maxUnpackedBytes })).toString();
    // All lines at once: JSON holds no line break within a value.
    return JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`);
  } catch {
    return 'holds no packed lines';
  }
}

/** Stores packed lines and reads them back. Answers false when the storage returns something else under that name. Throws `ObjectsUnavailableError`. */
export async function putLines(store: ObjectStore, name: string, bytes: Uint8Array): Promise<boolean> {
  await store.putNew(name, bytes);
  const found = await readWhole(store, name);
  return found !== null && Buffer.compare(found, bytes) === 0;
}

/** Reads up to eight results in advance, in order, and keeps none that was taken. A failure is thrown when its turn comes. */
export async function* readAhead<T, R>(
  items: readonly T[],
  read: (item: T, at: number) => Promise<R>,
): AsyncGenerator<readonly [T, R]> {
  const reading: Promise<R>[] = [];
  for (let [at, next] = [0, 0]; at < items.length; at += 1) {
    for (; next < Math.min(items.length, at + 8); next += 1) {
      const result = read(items[next] as T, next);
      result.catch(() => undefined);
      reading.push(result);
    }
    yield [items[at] as T, await (reading.shift() as Promise<R>)];
  }
}
