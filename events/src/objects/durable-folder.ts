import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const draftBegin = '.draft-';

/** Tells whether an error of the file system has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/**
 * Makes a file that appears whole, or not at all where there is one of its name, whoever made it; answers whether it was made. Also what was there before
 * is flushed to the disk afterwards. The folder must be there.
 */
export async function createOnce(path: string, bytes: Uint8Array): Promise<boolean> {
  const draft = join(dirname(path), `${draftBegin}${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return await linkOnce(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function linkOnce(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    // A folder of this name is no file, and not what the caller takes it for.
    if (!hasCode(error, 'EEXIST') || !(await stat(path)).isFile()) throw error;
    return false;
  } finally {
    // Also where somebody else was first: theirs may not be durable yet.
    await syncFolder(dirname(path));
  }
}

/** Makes a folder with those between it and `root`, and flushes them. Fails where `root` itself is not there. */
export async function makeFolder(root: string, folder: string): Promise<void> {
  if (folder === root) return;
  try {
    await mkdir(folder);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || dirname(folder) === root) throw error;
    await makeFolder(root, dirname(folder));
    return makeFolder(root, folder);
  }
  await syncFolder(dirname(folder));
}

/** Flushes which names a folder holds. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the drafts in a folder that were begun more than `ms` ago: their process has ended. */
export async function removeOldDrafts(folder: string, ms: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(draftBegin)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ms) await rm(path, { force: true });
  }
}
