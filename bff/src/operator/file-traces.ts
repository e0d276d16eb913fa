import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { PlaceSearch } from './trace-search.ts';

/** A place that was searched, and what was found there. */
export interface Trace {
  readonly place: string;
  readonly found: readonly string[];
}

/** Lists the files at a path, with those in all folders below it; none when nothing is there. Links are not followed. */
export async function filesAt(path: string): Promise<string[]> {
  const kind = await stat(path).catch(ignoreMissing);
  if (kind === null) return [];
  if (!kind.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Searches one file, name and content, unpacked where it is packed. Null when it is gone meanwhile. */
export async function searchFile(
  path: string,
  begin: () => PlaceSearch,
  signal: AbortSignal,
): Promise<Trace | null> {
  const search = begin();
  search.take(Buffer.from(`${path}\n`));
  try {
    await searchStream(search, () => createReadStream(path), path.endsWith('.gz'), signal);
  } catch (error) {
    return ignoreMissing(error);
  }
  return { place: path, found: [...search.found] };
}

/** Searches what `open` gives, as it is, and once more unpacked where it is packed. */
export async function searchStream(
  search: PlaceSearch,
  open: () => Readable,
  packed: boolean,
  signal: AbortSignal,
): Promise<void> {
  await readInto(search, open(), signal);
  if (!packed) return;
  // What of a broken archive cannot be unpacked was searched as it lies there.
  await readInto(search, open().pipe(createGunzip()), signal).catch((error: NodeJS.ErrnoException) => {
    if (!error.code?.startsWith('Z_')) throw error;
  });
}

async function readInto(search: PlaceSearch, bytes: Readable, signal: AbortSignal): Promise<void> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    search.take(chunk as Buffer);
  }
}

function ignoreMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
