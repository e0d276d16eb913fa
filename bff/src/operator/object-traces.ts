import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from '@karigar/events';
import type { CommandContext } from './command-context.ts';
import { searchFile, searchStream, type Trace } from './file-traces.ts';
import { exportFolder, fetchExport, keptExports } from './kept-exports.ts';
import { objectsSettings } from './objects-of-shop.ts';
import { OperatorError } from './operator-error.ts';
import { inScratchFile } from './scratch-file.ts';
import type { PlaceSearch } from './trace-search.ts';

/**
 * Searches the storage of objects: every export as the file that it was, and every other object, unpacked where it is packed. Those in the data folder are
 * files of it, and searched with them. `notes` is told of an export that is not whole. Throws `ObjectsUnavailableError`.
 */
export async function* objectTraces(
  { shop, objects: open, signal }: CommandContext,
  begin: () => PlaceSearch,
  notes: string[],
): AsyncGenerator<Trace> {
  const objects = await open();
  for (const name of await keptExports(objects)) {
    const trace = await inScratchFile(async (file) => {
      await fetchExport(objects, name, file, signal);
      return searchFile(file, begin, signal);
    }).catch((error: unknown) => {
      if (!(error instanceof OperatorError)) throw error;
      notes.push(error.message);
      return null;
    });
    if (trace !== null) yield { place: `the export ${name}`, found: trace.found };
  }
  if (objectsSettings(shop).address === pathToFileURL(resolve(shop.dataDir)).href) return;
  for await (const name of objects.list('')) {
    if (name.startsWith(exportFolder)) continue;
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
