import { open } from 'node:fs/promises';
import {
  maxObjectBytes,
  type ObjectStore,
  ObjectsUnavailableError,
  putVerified,
  sha256Of,
} from '@karigar/events';
import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

// An export in the storage of objects: its file in parts, and an index that is written last, by which the export is there. The folder of exports comes before the
// shop's id, which nobody knows any more who has lost everything else.

/** Below this name exports lie in the storage of objects. */
export const exportFolder = 'exports/';
const indexEnd = '.json';
/** A storage that stumbles is asked so often for each part. */
const tries = 3;

const Index = z.strictObject({
  format: z.literal(1),
  parts: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** What `verify --against` reads. */
  head: z.looseObject({ shop: z.string() }),
});
type Index = z.infer<typeof Index>;

const numbered = (at: number): string => String(at + 1).padStart(4, '0');

/**
 * Keeps the file of an export in the storage of objects, each part read back and compared, and answers its name there. What was kept of it is removed
 * when that fails. Throws `ObjectsUnavailableError`.
 */
export async function keepExport(
  objects: ObjectStore,
  file: string,
  { head, madeAt }: { head: Index['head']; madeAt: string },
  signal: AbortSignal,
): Promise<string> {
  const name = `${head.shop}/${madeAt.replaceAll(':', '-')}`;
  const begun: string[] = [];
  const keep = async (object: string, bytes: Uint8Array<ArrayBuffer>) => {
    begun.push(object);
    await keepWhole(objects, object, bytes, signal);
  };
  try {
    const parts: Index['parts'] = [];
    for await (const bytes of partsOf(file)) {
      const part = `${exportFolder}${name}/part-${numbered(parts.length)}`;
      await keep(part, bytes);
      parts.push({ name: part, bytes: bytes.byteLength, sha256: sha256Of(bytes) });
    }
    const index = { format: 1, head, parts } satisfies Index;
    await keep(exportFolder + name + indexEnd, Buffer.from(`${JSON.stringify(index, null, 2)}\n`));
    return name;
  } catch (error) {
    for (const object of begun.toReversed()) await objects.remove(object).catch(() => undefined);
    throw error;
  }
}

/** Puts an object and reads it back; an answer that was lost is asked for again, and finds the object. */
async function keepWhole(
  objects: ObjectStore,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    signal.throwIfAborted();
    try {
      await putVerified(objects, name, bytes, async () => false);
      return;
    } catch (error) {
      if (turn === tries || !(error instanceof ObjectsUnavailableError)) throw error;
    }
  }
}

async function* partsOf(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(file, 'r');
  try {
    for (;;) {
      const { bytesRead, buffer } = await handle.read({ buffer: new Uint8Array(maxObjectBytes) });
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      if (bytesRead < maxObjectBytes) return;
    }
  } finally {
    await handle.close();
  }
}

/** Names the exports that are kept whole, oldest first within each shop. */
export async function keptExports(objects: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const name of objects.list(exportFolder))
    if (name.endsWith(indexEnd)) names.push(name.slice(exportFolder.length, -indexEnd.length));
  return names;
}

/**
 * Writes a kept export into a file that is not there yet. Throws `OperatorError` when there is none of this name, or a part of it is missing or changed.
 */
export async function fetchExport(
  objects: ObjectStore,
  name: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const kept = await keptExports(objects);
  if (!kept.includes(name)) {
    const others = kept.length === 0 ? 'There is none at all.' : `There are:\n  ${kept.join('\n  ')}`;
    throw new OperatorError(`No export ${name} is in the storage of objects. ${others}`);
  }
  const index = indexFrom(name, await objects.read(exportFolder + name + indexEnd));
  const handle = await open(file, 'wx');
  try {
    for (const part of index.parts) {
      signal.throwIfAborted();
      const bytes = await objects.read(part.name);
      if (bytes === null || sha256Of(bytes) !== part.sha256)
        throw new OperatorError(
          `The export ${name} cannot be restored: ${part.name} ${bytes === null ? 'is missing' : 'was changed'}. Take an older one.`,
        );
      await handle.writeFile(bytes);
    }
  } finally {
    await handle.close();
  }
}

function indexFrom(name: string, bytes: Uint8Array | null): Index {
  try {
    return Index.parse(JSON.parse(Buffer.from(bytes ?? []).toString('utf8')));
  } catch {
    throw new OperatorError(`The index of the export ${name} cannot be read. Take an older export.`);
  }
}
