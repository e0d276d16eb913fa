import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MemoryObjects, memoryObjects } from '@karigar/events/memory-objects';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keyObjects } from './key-objects.ts';
import { openKeyStore } from './key-store.ts';
import { keyStoreContract } from './testing/key-store-contract.ts';
import { keysIn, keysInFolder, newDataKey, openKeysIn } from './testing/test-keys.ts';

const dataKeys = { current: newDataKey(), former: null };
const folder = await mkdtemp(join(tmpdir(), 'karigar-keys-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

keyStoreContract('a folder', (store) => openKeysIn(join(folder, `contract-${store}`), dataKeys.current));
const perStore = Array.from({ length: 20 }, () => memoryObjects());
keyStoreContract('objects in memory', (store) =>
  openKeyStore(keyObjects(perStore[store] ?? memoryObjects(), 'memory'), dataKeys),
);

describe('a key store', () => {
  let objects: MemoryObjects;
  beforeEach(() => {
    objects = memoryObjects();
  });
  const open = (keys = dataKeys) => openKeyStore(keyObjects(objects, 'the place'), keys);
  const namesIn = (part: string) => objects.names().filter((name) => name.startsWith(`${part}/`));
  const textOf = (name = '') => Buffer.from(objects.kept.get(name) ?? []).toString();
  const change = (name: string, text: string) => objects.kept.set(name, new Uint8Array(Buffer.from(text)));

  it('stores keys wrapped, and no uid in a name', async () => {
    const key = await (await open()).keyFor('rina');
    const [name = ''] = namesIn('person');
    expect(name).not.toContain('rina');
    expect(JSON.parse(textOf(name))).toMatchObject({ kind: 'person', id: 'rina', by: dataKeys.current.mark });
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(textOf(name)).not.toContain(key.toString(form));
  });

  it('reads keys of the former DATA_KEY too, and wraps new ones by the current', async () => {
    const key = await (await open()).keyFor('rina');
    const current = newDataKey();
    const store = await openKeyStore(keyObjects(objects, 'memory'), { current, former: dataKeys.current });
    expect(await store.find('rina')).toEqual(key);
    await store.keyFor('karim');
    const marks = namesIn('person').map((name) => JSON.parse(textOf(name)).by);
    expect(marks.sort()).toEqual([dataKeys.current.mark, current.mark].sort());
  });

  it('makes no second key for one that cannot be read', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [name = ''] = namesIn('person');
    const text = textOf(name);
    for (const damaged of ['', text.slice(0, 40), text.replace(/"wrapped":"..../, '"wrapped":"AAAA'), '{}']) {
      change(name, damaged);
      await expect(store.find('rina')).rejects.toThrow(/restore the key store/);
      await expect(store.keyFor('rina')).rejects.toThrow(/restore the key store/);
      expect(textOf(name)).toBe(damaged);
    }
  });

  it('sends few requests at a time, however many keys are asked for at once', async () => {
    const store = await open();
    const uids = Array.from({ length: 300 }, (_, n) => `user-${n}`);
    await Promise.all(uids.map(store.keyFor));
    const { read } = objects;
    let [now, most] = [0, 0];
    objects.read = async (name) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      return read(name).finally(() => {
        now -= 1;
      });
    };
    const found = await Promise.all(uids.map(store.find));
    expect(found.every((key) => key instanceof Buffer)).toBe(true);
    expect(most).toBe(32);
  });

  it('takes no key that was put into the place of another', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [hers = ''] = namesIn('person');
    change(hers, textOf(hers).replace('rina', 'karim'));
    await expect(store.find('rina')).rejects.toThrow(/damaged/);
    await store.keyFor('karim');
    const his = namesIn('person').find((name) => name !== hers) ?? '';
    change(hers, textOf(his));
    await expect(store.find('rina')).rejects.toThrow(/damaged/);
    change(hers, textOf(his).replace('karim', 'rina'));
    await expect(store.find('rina')).rejects.toThrow(/changed/);
  });

  it('is refused without the secret that everybody is found by', async () => {
    await (await open()).keyFor('rina');
    for (const name of namesIn('secret')) objects.kept.delete(name);
    await expect(open()).rejects.toThrow(/the place .* secret "index" is gone.*keys --import/);
  });

  it('is refused in a storage that loses what is stored', async () => {
    objects.putNew = async () => true;
    await expect(open()).rejects.toThrow('the place loses what is stored there');
  });

  it('keeps a person erased whose key a process wrote that was killed, and erases it again', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [name = ''] = namesIn('person');
    const text = textOf(name);
    await store.erase('rina');
    change(name, text);
    expect(await store.find('rina')).toBe('erased');
    await expect(store.keyFor('rina')).rejects.toThrow();
    await store.erase('rina');
    expect(namesIn('person')).toEqual([]);
  });
});

it('keys in a folder are for its owner only', async () => {
  const dataDir = join(folder, 'own');
  await (await openKeysIn(dataDir, dataKeys.current)).keyFor('rina');
  expect((await stat(keysIn(dataDir))).mode & 0o077).toBe(0);
});

it('a folder whose disk went away is not made anew, and is said to be away', async () => {
  const dataDir = join(folder, 'away');
  const store = await openKeysIn(dataDir, dataKeys.current);
  await store.keyFor('rina');
  await rm(keysIn(dataDir), { recursive: true });
  for (const ask of [() => store.keyFor('karim'), () => store.find('rina'), () => store.check()])
    await expect(ask()).rejects.toThrow(keysIn(dataDir));
  await expect(readdir(keysIn(dataDir))).rejects.toThrow();
});

it('an erasure takes along what a killed process left half written of the key', async () => {
  const dataDir = join(folder, 'drafts');
  const store = await openKeysIn(dataDir, dataKeys.current);
  await store.keyFor('rina');
  const files = async () => {
    const all = await readdir(join(keysIn(dataDir), 'person'), { recursive: true, withFileTypes: true });
    return all.filter((one) => one.isFile());
  };
  const [file] = await files();
  if (file === undefined) throw new Error('no key');
  const key = await readFile(join(file.parentPath, file.name));
  await writeFile(join(file.parentPath, `.${file.name}~1-killed`), key);
  await store.erase('rina');
  expect(await files()).toEqual([]);
  expect(keysInFolder(keysIn(dataDir)).areThere()).toBe(true);
});
