import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { searchStream, type Trace } from './file-traces.ts';
import { objectsSettings } from './objects-of-shop.ts';
import type { PlaceSearch } from './trace-search.ts';

/**
 * Searches the storage of objects: every object, unpacked where it is packed. Those in the data folder are
 * files of it, and searched with them. Throws `ObjectsUnavailableError`.
 */
export async function* objectTraces(
  { shop, objects: open, signal }: CommandContext,
  begin: () => PlaceSearch,
): AsyncGenerator<Trace> {
  const objects = await open();
  if (objectsSettings(shop).address === pathToFileURL(resolve(shop.dataDir)).href) return;
  for await (const name of objects.list('')) {
    const trace = await objectTrace(objects, name, begin, signal);
    if (trace !== null) yield trace;
  }
}

async function objectTrace(
  objects: ObjectStore,
  name: string,
  begin: () => PlaceSearch,
  signal: AbortSignal,
): Promise<Trace | null> {
  const bytes = await objects.read(name);
  if (bytes === null) return null;
  const search = begin();
  search.take(Buffer.from(`${name}\n`));
  await searchStream(search, () => Readable.from([Buffer.from(bytes)]), name.endsWith('.gz'), signal);
  return { place: `the object ${name}`, found: [...search.found] };
}
