import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkObject,
  isObjectName,
  maxObjectBytes,
  type ObjectStore,
  ObjectsUnavailableError,
} from './object-store.ts';

/** How the system says that there is no file of a name: none, a file where its folder would be, or a folder. */
const missing = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/**
 * Keeps objects as files below the folder `root`, which must be there: where a disk is not mounted, none is made in its place. Each file is
 * written beside, flushed and linked to its name, so it appears whole, once, whoever else writes, and stays after a crash. The file system
 * must know hard links.
 */
export function folderObjects(root: string): ObjectStore {
  return {
    async putNew(name, bytes) {
      checkObject(name, bytes.byteLength);
      const path = join(root, name);
      return onDisk(root, async () => {
        await makeFolder(root, dirname(path));
        return createOnce(path, bytes);
      });
    },
    async read(name) {
      checkObject(name);
      return onDisk(root, () => unlessMissing(root, null, () => readWhole(join(root, name))));
    },
    list: (prefix) => namesBelow(root, '', prefix),
    async remove(name) {
      checkObject(name);
      const path = join(root, name);
      const removing = async () => {
        await unlink(path);
        await syncFolder(dirname(path));
      };
      await onDisk(root, () => unlessMissing(root, undefined, removing));
    },
  };
}

/** Tells whether an error of the file system has one of these codes. */
const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Makes a folder with those between it and `root`, and flushes them. Fails where `root` itself is not there. */
async function makeFolder(root: string, folder: string): Promise<void> {
  await stat(root);
  if ((await mkdir(folder, { recursive: true })) === undefined) return;
  for (let made = folder; made !== root; made = dirname(made)) await syncFolder(dirname(made));
}

/** Flushes which names a folder holds. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a file that appears whole, or not at all where there is one of its name. Answers whether it was made; what is there is flushed to the disk. */
async function createOnce(path: string, bytes: Uint8Array): Promise<boolean> {
  const draft = join(dirname(path), `.draft-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path);
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

/** Does something with files, and turns what the system says into the error of the port. */
async function onDisk<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectsUnavailableError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new ObjectsUnavailableError(`The objects in ${root} cannot be reached: ${said}`, error);
  }
}

/** Gives `otherwise` where there is no such file, and fails where the whole folder is gone, as when a disk is not mounted. */
async function unlessMissing<T>(root: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, ...missing)) throw error;
    await stat(root);
    return otherwise;
  }
}

async function readWhole(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxObjectBytes)
      throw new ObjectsUnavailableError(`${path} has ${size} bytes, more than an object can have`);
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Lists the objects in `root/folder` and below. A folder comes where its slash puts it among the names, as in any storage of objects. */
async function* namesBelow(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const path = join(root, folder);
  const entries = await onDisk(root, () =>
    unlessMissing(root, [] as Dirent[], () => readdir(path, { withFileTypes: true })),
  );
  const named: string[] = [];
  for (const entry of entries) {
    const name = folder + entry.name;
    if (!isObjectName(name)) continue;
    if (await isOf('isDirectory', entry)) named.push(`${name}/`);
    else if (await isOf('isFile', entry)) named.push(name);
  }
  for (const name of named.sort()) {
    if (!name.endsWith('/')) {
      if (name.startsWith(prefix)) yield name;
    } else if (name.startsWith(prefix) || prefix.startsWith(name)) yield* namesBelow(root, name, prefix);
  }
}

/** What an entry is, or what the link that it is leads to: a folder of objects may lie on a disk of its own. */
async function isOf(kind: 'isDirectory' | 'isFile', entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry[kind]();
  const target = await stat(join(entry.parentPath, entry.name)).catch(() => null);
  return target?.[kind]() === true;
}
