import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const maxAgeDays = 30;

/** Finds all files below a folder, each by its URL path, which begins with a slash. */
export async function releaseFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(files.map((file) => [join('/', relative(folder, file)), file]));
}

/**
 * Copies the hashed assets of this release into `archive`, beside those of earlier releases, and removes what no release of
 * the last 30 days had: a page that was opened before a release may ask for its chunks long after. A file appears whole or not at all.
 */
export async function archiveAssets(dist: string, archive: string): Promise<void> {
  const now = Date.now();
  await mkdir(archive, { recursive: true });
  for (const [path, file] of await releaseFiles(dist)) {
    if (!path.startsWith('/assets/')) continue;
    const target = join(archive, path);
    if ((await sizeOf(target)) !== (await sizeOf(file))) {
      const draft = `${target}.${process.pid}.part`;
      await mkdir(dirname(target), { recursive: true });
      // A copied file would keep the mode of the built one, which other users may read.
      await writeFile(draft, await readFile(file));
      await rename(draft, target);
    }
    await utimes(target, now / 1_000, now / 1_000);
  }
  for (const file of (await releaseFiles(archive)).values()) {
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs > maxAgeDays * 86_400_000) await rm(file, { force: true });
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Codes for a name that no file has: nothing there, a folder, a path below a file, or a name too long. */
const noSuchFile = new Set<unknown>(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

/** Reads the bytes of a file; null when it is not there. */
export async function bytesOrNull(file: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return (await readFile(file)) as Buffer<ArrayBuffer>;
  } catch (error) {
    if (error instanceof Error && 'code' in error && noSuchFile.has(error.code)) return null;
    throw error;
  }
}
