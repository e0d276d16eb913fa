import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkObject, isObjectName, type ObjectStore, ObjectsUnavailableError } from './object-store.ts';

/**
 * Stores objects as files below the folder `root`, which must exist: where a disk is not mounted, no folder is made in its place. A file is
 * written beside, flushed and linked to its name, so it appears whole and once, whatever other processes do, and survives a crash. The file
 * system must support hard links.
 */
export function folderObjects(root: string): ObjectStore {
  return {
    async putNew(name, bytes) {
      checkObject(name, bytes.byteLength);
      return onDisk(root, () => writeFlushed(root, join(root, name), bytes, link));
    },
    async read(name) {
      checkObject(name);
      return onDisk(root, async () => new Uint8Array(await readFile(join(root, name))), null);
    },
    list: (prefix) => namesBelow(root, '', prefix),
    async replace(name, bytes) {
      checkObject(name, bytes.byteLength);
      const path = join(root, name);
      await onDisk(root, async () => {
        await writeFlushed(root, path, bytes, rename);
        await removeDrafts(path, abandonedMs);
      });
    },
    async remove(name) {
      checkObject(name);
      const path = join(root, name);
      const removing = async () => {
        await removeDrafts(path, Number.NEGATIVE_INFINITY);
        await unlink(path);
        await syncFolder(dirname(path));
        return null;
      };
      await onDisk(root, removing, null);
    },
  };
}

/** Tells whether an error of the file system has one of these codes. */
const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/**
 * Works on files and throws `ObjectsUnavailableError` for all errors. Where the file is missing it gives `ifMissing`, but fails where `root` is gone
 * too, as when a disk is not mounted.
 */
async function onDisk<T>(root: string, work: () => Promise<T>, ifMissing?: T): Promise<T> {
  try {
    return await work().catch(async (error: unknown) => {
      if (ifMissing === undefined || !hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw error;
      await stat(root);
      return ifMissing;
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new ObjectsUnavailableError(`The objects in ${root} cannot be reached: ${said}`, error);
  }
}

/** Makes a folder and its parents below `root`, and flushes them. Fails where `root` does not exist. */
async function makeFolder(root: string, folder: string): Promise<void> {
  await stat(root);
  if ((await mkdir(folder, { recursive: true })) === undefined) return;
  for (let made = folder; made !== root; made = dirname(made)) await syncFolder(dirname(made));
}

/** Flushes the names in a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** A process that lives writes a draft in less time. */
const abandonedMs = 60_000;

/** Where a file is written before it gets its name. No object is called so. */
const draftOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}~${process.pid}-${randomBytes(6).toString('hex')}`);

/** Removes the drafts of a file that were written more than `ms` ago: killed processes leave them. */
async function removeDrafts(path: string, ms: number): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`.${basename(path)}~`)) continue;
    const draft = join(folder, name);
    const writtenAt = await stat(draft).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - writtenAt > ms) await rm(draft, { force: true });
  }
}

/**
 * Writes a file beside and gives it its name, so that it appears whole. Answers false where the name is taken and `giveName` does not replace a
 * file; either way the file is flushed to the disk.
 */
async function writeFlushed(
  root: string,
  path: string,
  bytes: Uint8Array,
  giveName: typeof link,
): Promise<boolean> {
  await makeFolder(root, dirname(path));
  const draft = draftOf(path);
  try {
    await writeFile(draft, bytes, { flag: 'wx', flush: true });
    await giveName(draft, path);
    return true;
  } catch (error) {
    // A folder of this name is no object.
    if (!hasCode(error, 'EEXIST') || !(await stat(path)).isFile()) throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
    // Also where another process was first: its file may not be durable yet.
    await syncFolder(dirname(path));
  }
}

/** Lists the objects in `root/folder` and below, also behind symbolic links. A folder sorts by its name with the slash, as in a bucket. */
async function* namesBelow(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const path = join(root, folder);
  const entries = await onDisk(root, () => readdir(path, { withFileTypes: true }), []);
  const names: string[] = [];
  for (const entry of entries) {
    const name = folder + entry.name;
    if (!isObjectName(name)) continue;
    const kind = entry.isSymbolicLink() ? await stat(join(path, entry.name)).catch(() => entry) : entry;
    if (kind.isDirectory()) names.push(`${name}/`);
    else if (kind.isFile()) names.push(name);
  }
  for (const name of names.sort())
    if (!name.endsWith('/')) {
      if (name.startsWith(prefix)) yield name;
    } else if (name.startsWith(prefix) || prefix.startsWith(name)) yield* namesBelow(root, name, prefix);
}
