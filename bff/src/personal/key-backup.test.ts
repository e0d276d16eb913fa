import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataKey, type DataKeys, dataKeyFrom } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { checkKey, type KeyLine, keyLines, restoreKey } from './key-backup.ts';
import { keyFolder } from './key-folder.ts';

const newDataKey = () => dataKeyFrom(randomBytes(32).toString('base64')) as DataKey;
const dataKeys = { current: newDataKey(), former: null };

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'karigar-key-backup-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** A store with the keys of Rina and Karim, and its backup. */
async function backedUp() {
  const root = join(dir, 'keys');
  const store = await openFileKeyStore(root, dataKeys);
  const rina = await store.keyFor('rina');
  const karim = await store.keyFor('karim');
  return { root, store, rina, karim, lines: await linesOf(root) };
}

async function linesOf(root: string): Promise<KeyLine[]> {
  const lines: KeyLine[] = [];
  for await (const line of keyLines(keyFolder(root), dataKeys)) lines.push(line);
  return lines;
}

async function restore(
  root: string,
  lines: readonly KeyLine[],
  keys: DataKeys = dataKeys,
): Promise<string[]> {
  const folder = keyFolder(root);
  for (const line of lines) if (line.t === 'key') await checkKey(folder, keys, line.key);
  await folder.prepare();
  const done: string[] = [];
  for (const line of lines) if (line.t === 'erased') await folder.erase(line.marker);
  for (const line of lines)
    if (line.t === 'key') done.push(`${line.key.id} ${await restoreKey(folder, keys, line.key)}`);
  return done.sort();
}

it('brings a lost store back whole, wrapped by the DATA_KEY of today', async () => {
  const { root, store, rina, lines } = await backedUp();
  const current = newDataKey();
  await rm(root, { recursive: true });
  expect(await restore(root, lines, { current, former: dataKeys.current })).toEqual([
    'index new',
    'karim new',
    'rina new',
  ]);
  const restored = await openFileKeyStore(root, { current, former: null });
  expect(await restored.find('rina')).toEqual(rina);
  expect(await restored.secret('index')).toEqual(await store.secret('index'));
});

it('changes nothing of what is there, and may be repeated', async () => {
  const { root, store, rina, lines } = await backedUp();
  await store.keyFor('later');
  for (let turn = 0; turn < 2; turn += 1)
    expect(await restore(root, lines)).toEqual(['index same', 'karim same', 'rina same']);
  expect(await store.find('rina')).toEqual(rina);
});

it('brings nobody back who was erased after the backup', async () => {
  const { root, store, lines } = await backedUp();
  await store.erase('rina');
  expect(await restore(root, lines)).toEqual(['index same', 'karim same', 'rina erased']);
  expect(await store.find('rina')).toBe('erased');
});

it('brings the erasure list along, and destroys keys by it', async () => {
  const { root, store, karim, lines } = await backedUp();
  await store.erase('rina');
  const erasedToo = await linesOf(root);
  await rm(root, { recursive: true });
  await restore(root, lines);
  // Also where the key itself stands in the same file, as of somebody who is erased while it is written.
  expect(await restore(root, [...lines, ...erasedToo])).toContain('rina erased');
  const restored = await openFileKeyStore(root, dataKeys);
  expect(await restored.find('rina')).toBe('erased');
  expect(await restored.find('karim')).toEqual(karim);
  const files = await readdir(join(root, 'person'), { recursive: true, withFileTypes: true });
  expect(files.filter((one) => one.isFile())).toHaveLength(1);
});

it('mends a damaged key, and leaves another key of the same person', async () => {
  const { root, rina, lines } = await backedUp();
  const files = await readdir(join(root, 'person'), { recursive: true, withFileTypes: true });
  for (const one of files.filter((entry) => entry.isFile())) {
    const path = join(one.parentPath, one.name);
    if ((await readFile(path, 'utf8')).includes('rina')) await writeFile(path, 'no key');
  }
  expect(await restore(root, lines)).toContain('rina new');
  expect(await (await openFileKeyStore(root, dataKeys)).find('rina')).toEqual(rina);

  await rm(join(root, 'person'), { recursive: true });
  const own = await openFileKeyStore(root, dataKeys).then((store) => store.keyFor('rina'));
  expect(await restore(root, lines)).toEqual(['index same', 'karim new', 'rina other']);
  expect(await (await openFileKeyStore(root, dataKeys)).find('rina')).toEqual(own);
});

it('refuses keys of another DATA_KEY, and those of another shop, before anything is restored', async () => {
  const { root, lines } = await backedUp();
  const other = { current: newDataKey(), former: null };
  await expect(restore(join(dir, 'empty'), lines, other)).rejects.toThrow(
    new RegExp(`DATA_KEY ${dataKeys.current.mark} .*but DATA_KEY is ${other.current.mark}`),
  );
  const strange = join(dir, 'strange');
  await (await openFileKeyStore(strange, dataKeys)).keyFor('amal');
  await expect(restore(strange, lines)).rejects.toThrow(/keys of another shop/);
  await rm(join(root, 'secret'), { recursive: true });
  await expect(openFileKeyStore(root, dataKeys)).rejects.toThrow(/keys --import/);
  expect(await restore(root, lines)).toContain('index new');
});
