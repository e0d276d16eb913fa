import { type MemoryObjects, memoryObjects } from '@karigar/events/memory-objects';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DataKeys } from './data-key.ts';
import { checkKey, keyLines, restoreKey, rotateKeys } from './key-backup.ts';
import { type KeyLine, type KeyObjects, keyObjects } from './key-objects.ts';
import { type KeyStore, openKeyStore } from './key-store.ts';
import { newDataKey } from './testing/test-keys.ts';

const dataKeys = { current: newDataKey(), former: null };
const newStore = () => {
  const kept = memoryObjects();
  return { kept, objects: keyObjects(kept, 'memory') };
};

/** A store with the keys of Rina and Karim, and its backup. */
async function backedUp() {
  const { kept, objects } = newStore();
  const store = await openKeyStore(objects, dataKeys);
  const rina = await store.keyFor('rina');
  const karim = await store.keyFor('karim');
  return { kept, objects, store, rina, karim, lines: await linesOf(objects) };
}

const linesOf = (objects: KeyObjects) => keyLines(objects, dataKeys, AbortSignal.any([]));
const persons = (kept: MemoryObjects) => kept.names().filter((name) => name.startsWith('person/'));

async function restore(
  objects: KeyObjects,
  lines: readonly KeyLine[],
  keys: DataKeys = dataKeys,
): Promise<string[]> {
  for (const line of lines) if ('wrapped' in line) await checkKey(objects, keys, line);
  const done: string[] = [];
  for (const line of lines) if ('uid' in line) await objects.erase(line);
  for (const line of lines)
    if ('wrapped' in line) done.push(`${line.id} ${await restoreKey(objects, keys, line)}`);
  return done.sort();
}

it('brings a lost store back whole, wrapped by the DATA_KEY of today', async () => {
  const { store, rina, lines } = await backedUp();
  const { objects } = newStore();
  const current = newDataKey();
  expect(await restore(objects, lines, { current, former: dataKeys.current })).toEqual([
    'index new',
    'karim new',
    'rina new',
  ]);
  const restored = await openKeyStore(objects, { current, former: null });
  expect(await restored.find('rina')).toEqual(rina);
  expect(restored.index).toEqual(store.index);
});

it('changes nothing of what is there, and may be repeated', async () => {
  const { objects, store, rina, lines } = await backedUp();
  await store.keyFor('later');
  for (let turn = 0; turn < 2; turn += 1)
    expect(await restore(objects, lines)).toEqual(['index same', 'karim same', 'rina same']);
  expect(await store.find('rina')).toEqual(rina);
});

it('brings nobody back who was erased after the backup', async () => {
  const { objects, store, lines } = await backedUp();
  await store.erase('rina');
  expect(await restore(objects, lines)).toEqual(['index same', 'karim same', 'rina erased']);
  expect(await store.find('rina')).toBe('erased');
});

it('brings the erasure list along, and destroys keys by it', async () => {
  const { objects, store, karim, lines } = await backedUp();
  await store.erase('rina');
  const erasedToo = await linesOf(objects);
  const empty = newStore();
  await restore(empty.objects, lines);
  // Also where the key itself is in the same file, as of somebody who is erased while it is written.
  expect(await restore(empty.objects, [...lines, ...erasedToo])).toContain('rina erased');
  const restored = await openKeyStore(empty.objects, dataKeys);
  expect(await restored.find('rina')).toBe('erased');
  expect(await restored.find('karim')).toEqual(karim);
  expect(persons(empty.kept)).toHaveLength(1);
});

it('mends a damaged key, and leaves another key of the same person', async () => {
  const { kept, objects, rina, lines } = await backedUp();
  for (const name of persons(kept))
    if (Buffer.from(kept.kept.get(name) ?? []).includes('rina'))
      kept.kept.set(name, new Uint8Array(Buffer.from('no key')));
  expect(await restore(objects, lines)).toContain('rina new');
  expect(await (await openKeyStore(objects, dataKeys)).find('rina')).toEqual(rina);

  for (const name of persons(kept)) kept.kept.delete(name);
  const own = await openKeyStore(objects, dataKeys).then((store) => store.keyFor('rina'));
  expect(await restore(objects, lines)).toEqual(['index same', 'karim new', 'rina other']);
  expect(await (await openKeyStore(objects, dataKeys)).find('rina')).toEqual(own);
});

it('refuses keys of another DATA_KEY, and those of another shop, before anything is restored', async () => {
  const { kept, objects, lines } = await backedUp();
  const other = { current: newDataKey(), former: null };
  await expect(restore(newStore().objects, lines, other)).rejects.toThrow(
    new RegExp(`DATA_KEY ${dataKeys.current.mark} .*but DATA_KEY is ${other.current.mark}`),
  );
  const strange = newStore().objects;
  await (await openKeyStore(strange, dataKeys)).keyFor('amal');
  await expect(restore(strange, lines)).rejects.toThrow(/keys of another shop/);
  for (const name of kept.names()) if (name.startsWith('secret/')) kept.kept.delete(name);
  await expect(openKeyStore(objects, dataKeys)).rejects.toThrow(/keys --import/);
  expect(await restore(objects, lines)).toContain('index new');
});

describe('a rotation', () => {
  // More than one page of a listing.
  const uids = Array.from({ length: 120 }, (_, turn) => `uid-${turn}`);
  const before = { current: newDataKey(), former: null };
  const during = { current: newDataKey(), former: before.current };
  const after = { current: during.current, former: null };

  let { kept, objects } = newStore();
  let store: KeyStore;
  let keys: Buffer[];
  beforeEach(async () => {
    ({ kept, objects } = newStore());
    store = await openKeyStore(objects, before);
    keys = await Promise.all(uids.map((uid) => store.keyFor(uid)));
  });

  const rotate = (
    dataKeys: DataKeys = during,
    onProgress = (_: number) => {},
    signal = AbortSignal.any([]),
  ) => rotateKeys(objects, dataKeys, { signal, onProgress });

  it('leaves every key and secret as it is, readable by the new DATA_KEY alone', async () => {
    expect(await rotate()).toEqual({ rewrapped: uids.length + 1, already: 0 });
    const rotated = await openKeyStore(objects, after);
    expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
    expect(rotated.index).toEqual(store.index);
    await expect(openKeyStore(objects, before)).rejects.toThrow(/Set the DATA_KEY that the shop had/);
    expect(await rotate()).toEqual({ rewrapped: 0, already: uids.length + 1 });
  });

  it('goes on where it was stopped, and servers with both DATA_KEYs read all in between', async () => {
    const server = await openKeyStore(objects, during);
    const stopping = new AbortController();
    const stopped = rotate(during, () => stopping.abort(new Error('stopped')), stopping.signal);
    await expect(stopped).rejects.toThrow('stopped');
    expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
    await server.keyFor('new-in-between');
    expect(await rotate()).toEqual({ rewrapped: 21, already: 101 });
    expect(await Promise.all(uids.map((uid) => server.find(uid)))).toEqual(keys);
  });

  it('makes one key of two rotations at once', async () => {
    await Promise.all([rotate(), rotate()]);
    const rotated = await openKeyStore(objects, after);
    expect(await Promise.all(uids.map((uid) => rotated.find(uid)))).toEqual(keys);
  });

  it('brings nobody back who is erased in that moment', async () => {
    const read = await objects.read('person', 'uid-0');
    if (read === null || read === 'erased') throw new Error('no key');
    await store.erase('uid-0');
    await objects.write(read, 'replace');
    expect(await store.find('uid-0')).toBe('erased');
    expect(persons(kept)).toHaveLength(uids.length - 1);
  });

  it('removes the key that a rotation left which was killed while the person was erased', async () => {
    await rotate();
    const [name = ''] = persons(kept);
    const key = kept.kept.get(name) ?? new Uint8Array();
    const { id } = JSON.parse(Buffer.from(key).toString()) as { id: string };
    await store.erase(id);
    kept.kept.set(name, key);
    await rotate();
    expect(persons(kept)).toHaveLength(uids.length - 1);
  });
});
