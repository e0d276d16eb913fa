import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderObjects } from './folder-objects.ts';
import { ObjectsUnavailableError } from './object-store.ts';
import { namesIn, objectStoreContract } from './testing/object-store-contract.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'karigar-objects-'));
  for (let store = 1; store <= 20; store += 1) await mkdir(join(dir, String(store)));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

objectStoreContract('a folder', (store) => folderObjects(join(dir, String(store))));

const some = new TextEncoder().encode('some bytes');
const emptyFolder = () => mkdtemp(join(dir, 'folder-'));

describe('objects in a folder', () => {
  it('are given once by two processes, and are whole', async () => {
    const folder = await emptyFolder();
    const entry = fileURLToPath(new URL('./testing/put-many.ts', import.meta.url));
    const runs = await Promise.all(
      ['a', 'b'].map(async (mine) => {
        const args = [entry, pathToFileURL(folder).href, mine];
        const { stdout } = await promisify(execFile)(process.execPath, args);
        return (JSON.parse(stdout) as string[]).map((name) => [name, mine] as const);
      }),
    );
    const kept = runs.flat();
    expect(kept).toHaveLength(40);
    expect(new Set(kept.map(([name]) => name)).size).toBe(40);
    for (const [name, mine] of kept)
      expect(Buffer.from((await folderObjects(folder).read(name)) ?? []).toString()).toBe(
        mine.repeat(10_000),
      );
  });

  it('are not those that a killed process left half written', async () => {
    const folder = await emptyFolder();
    await mkdir(join(folder, 'log'));
    await writeFile(join(folder, 'log', '.1~7-old'), 'half');
    const store = folderObjects(folder);
    await store.putNew('log/1', some);
    expect(await namesIn(store)).toEqual(['log/1']);
  });

  it('are removed with what killed processes left of them, and replaced with it once it is a minute old', async () => {
    const folder = await emptyFolder();
    const store = folderObjects(folder);
    await store.putNew('keys/a', some);
    await store.putNew('keys/b', some);
    const drafts = ['.a~7-old', '.a~7-new', '.b~7-old', '.b~7-new'].map((name) => join(folder, 'keys', name));
    for (const draft of drafts) await writeFile(draft, 'half');
    for (const draft of drafts.filter((name) => name.endsWith('old'))) await utimes(draft, 0, 0);
    await store.remove('keys/a');
    await store.replace('keys/b', some);
    expect((await readdir(join(folder, 'keys'))).sort()).toEqual(['.b~7-new', 'b']);
  });

  it('may lie on another disk behind a link', async () => {
    const [folder, elsewhere] = [await emptyFolder(), await emptyFolder()];
    await symlink(elsewhere, join(folder, 'images'));
    const store = folderObjects(folder);
    expect(await store.putNew('images/a.webp', some)).toBe(true);
    expect(await readdir(elsewhere)).toEqual(['a.webp']);
    expect(await store.read('images/a.webp')).toEqual(some);
    expect(await namesIn(store, 'images/')).toEqual(['images/a.webp']);
  });

  it('are away, and not none, where the folder itself is gone', async () => {
    const gone = join(await emptyFolder(), 'not-mounted');
    const store = folderObjects(gone);
    const asked = [store.putNew('log/1', some), store.read('log/1'), store.remove('log/1'), namesIn(store)];
    for (const asking of await Promise.allSettled(asked))
      expect(asking).toMatchObject({ reason: { name: 'ObjectsUnavailableError' } });
    await expect(store.read('log/1')).rejects.toThrow(gone);
    expect(await readdir(join(gone, '..'))).toEqual([]);
  });

  it('cannot be kept where a file stands in the place of their folder, or a folder in theirs', async () => {
    const store = folderObjects(await emptyFolder());
    await store.putNew('log', some);
    await expect(store.putNew('log/1', some)).rejects.toThrow(ObjectsUnavailableError);
    expect(await store.read('log')).toEqual(some);
    await store.putNew('images/a.webp', some);
    await expect(store.putNew('images', some)).rejects.toThrow(ObjectsUnavailableError);
  });
});
