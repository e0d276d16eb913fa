import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Each file that is being read holds a descriptor, of which a server has few beside its connections. */
const mostReads = 32;
let reads = 0;
const waiting: (() => void)[] = [];

/** Reads a text file; null when there is none. However many are asked for, as for a page of orders, some are read at a time. */
export async function readIfThere(path: string): Promise<string | null> {
  if (reads < mostReads) reads += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  } finally {
    // The turn goes to the next one, or is free again.
    const next = waiting.shift();
    if (next) next();
    else reads -= 1;
  }
}

/**
 * Makes a file (readable by its owner only) that appears whole, or not at all when there is one already, whoever made it. What is there
 * afterwards outlives a crash. The folder that it lies in is made, but none above that.
 */
export async function createOnce(path: string, text: string): Promise<void> {
  await ensureFolder(dirname(path));
  const draft = await writeDraft(path, text);
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  // Also for somebody else's file: it may not be durable yet.
  await syncFolder(dirname(path));
}

/** Replaces a file by another text in one step. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * Overwrites and removes a file and all its drafts, which a killed process may have left. Does nothing where there are none; may be
 * repeated at any time. What the disk keeps of overwritten blocks is beyond it.
 */
export async function destroyFile(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await namesIn(folder)) {
    if (name !== basename(path) && !isDraftOf(basename(path), name)) continue;
    await overwrite(join(folder, name));
    await rm(join(folder, name), { force: true });
    await syncFolder(folder);
  }
}

/** Lists the names in a folder; none when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const draftEnd = '.draft';
const isDraftOf = (file: string, name: string): boolean => name.startsWith(`${file}.`) && isDraft(name);

/** True for the name of a file that is being written, or was when its process ended. */
export const isDraft = (name: string): boolean => name.endsWith(draftEnd);

/** Tells whether a file was last written more than `ms` ago; false when there is none. */
export async function isOlder(path: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ms;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}${draftEnd}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

async function overwrite(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    try {
      await file.write(Buffer.alloc((await file.stat()).size), 0, undefined, 0);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Not recursive: where the disk of a whole store is gone, none is made anew in its place. */
async function ensureFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await syncFolder(dirname(folder));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
