import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DataKey, type DataKeys, dataKeyFrom } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { keyFolder } from './key-folder.ts';
import type { KeyStore } from './key-store.ts';
import { rotateKeys } from './rotate-keys.ts';

const newDataKey = () => dataKeyFrom(randomBytes(32).toString('base64')) as DataKey;
const uids = Array.from({ length: 12 }, (_, turn) => `uid-${turn}`);
const before = { current: newDataKey(), former: null };
const during = { current: newDataKey(), former: before.current };
const after = { current: during.current, former: null };

let root = '';
let store: KeyStore;
let keys: Buffer[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'karigar-rotate-'));
  store = await openFileKeyStore(root, before);
  keys = await Promise.all(uids.map((uid) => store.keyFor(uid)));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const rotate = (dataKeys: DataKeys = during, onProgress = (_: number) => {}, signal = AbortSignal.any([])) =>
  rotateKeys(keyFolder(root), dataKeys, { signal, onProgress });
const files = async (): Promise<string[]> => {
  const entries = await readdir(join(root, 'person'), { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
};
const fileOf = async (uid: string): Promise<string> => {
  for (const file of await files()) if ((await readFile(file, 'utf8')).includes(`"${uid}"`)) return file;
  throw new Error(`no key of ${uid}`);
};

it('leaves every key and secret as it is, readable by the new DATA_KEY alone', async () => {
  expect(await rotate()).toEqual({ rewrapped: uids.length + 1, already: 0 });
  const rotated = await openFileKeyStore(root, after);
  expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
  expect(await rotated.secret('index')).toEqual(await store.secret('index'));
  await expect(openFileKeyStore(root, before)).rejects.toThrow(/Set the DATA_KEY that the shop had/);
  expect(await rotate()).toEqual({ rewrapped: 0, already: uids.length + 1 });
});

it('goes on where it was stopped, and servers with both DATA_KEYs read all in between', async () => {
  const server = await openFileKeyStore(root, during);
  const stopping = new AbortController();
  const stopped = rotate(
    during,
    (done) => done === 5 && stopping.abort(new Error('stopped')),
    stopping.signal,
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
  await server.keyFor('new-in-between');
  expect(await rotate()).toEqual({ rewrapped: uids.length + 1 - 5, already: 6 });
  expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
});

it('makes one key of two rotations at once', async () => {
  await Promise.all([rotate(), rotate()]);
  const rotated = await openFileKeyStore(root, after);
  expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
});

it('brings nobody back who is erased in that moment, or between its own steps', async () => {
  const folder = keyFolder(root);
  const [uid = ''] = uids;
  const read = await folder.read('person', uid);
  if (read === null || read === 'erased') throw new Error('no key');
  await store.erase(uid);
  await folder.replace(read);
  expect(await store.find(uid)).toBe('erased');
  expect(await files()).toHaveLength(uids.length - 1);

  const file = await fileOf('uid-1');
  const text = await readFile(file, 'utf8');
  await store.erase('uid-1');
  // As a kill between the key's return and the look at the marker leaves it.
  await writeFile(file, text);
  await rotate();
  expect(await store.find('uid-1')).toBe('erased');
  expect(await files()).toHaveLength(uids.length - 2);
});

it('removes drafts that a killed process left, because the former DATA_KEY opens them, and none that is being written', async () => {
  const file = await fileOf('uid-3');
  const [left, fresh] = [`${file}.1.abc.draft`, `${file}.2.abc.draft`];
  for (const draft of [left, fresh]) await writeFile(draft, await readFile(file));
  await utimes(left, new Date(0), new Date(0));
  await rotate();
  expect((await files()).filter((name) => name.endsWith('.draft'))).toEqual([fresh]);
  expect(await (await openFileKeyStore(root, after)).find('uid-3')).toEqual(keys[3]);
});

it('refuses to go on without the DATA_KEY that a key needs, and says which', async () => {
  await expect(rotate(after)).rejects.toThrow(new RegExp(`by the DATA_KEY ${before.current.mark} `));
});
