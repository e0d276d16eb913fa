import { type MemoryObjects, memoryObjects } from '@karigar/events/memory-objects';
import { expect, it } from 'vitest';
import type { DataKeys } from './data-key.ts';
import { checkKey, keyLines, restoreKey } from './key-backup.ts';
import { type KeyLine, type KeyObjects, keyObjects } from './key-objects.ts';
import { openKeyStore } from './key-store.ts';
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
