import { expect, it, vi } from 'vitest';
import { openPersonal } from './personal.ts';
import { memoryKeyStore } from './testing/memory-key-store.ts';

const context = 'profile/1 rina';
const profile = { name: 'Rina Das', city: 'Dhaka' };

async function opened() {
  const store = memoryKeyStore();
  const troubles: string[] = [];
  const personal = await openPersonal(store, (trouble, uid) => troubles.push(`${trouble} ${uid}`));
  return { store, troubles, personal };
}

it('opens for the person what was sealed for them, and for nobody else', async () => {
  const { personal, troubles } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  await personal.sealFor('karim', context, profile);
  expect(await personal.openFor('rina', context, sealed)).toEqual(profile);
  await expect(personal.openFor('karim', context, sealed)).rejects.toMatchObject({ code: 'KEY_MISSING' });
  await expect(personal.openFor('rina', 'profile/1 karim', sealed)).rejects.toMatchObject({ status: 503 });
  expect(troubles).toEqual(['unfitting karim', 'unfitting rina']);
});

it('says that a person is erased, and seals nothing more for them', async () => {
  const { personal, troubles } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  await personal.erase('rina');
  expect(await personal.openFor('rina', context, sealed)).toBe('erased');
  await expect(personal.sealFor('rina', context, profile)).rejects.toMatchObject({
    code: 'PERSON_ERASED',
  });
  expect(await personal.erased()).toEqual(['rina']);
  expect(troubles).toEqual([]);
});

it('refuses in words and raises an alarm when a key is missing, and makes none while opening', async () => {
  const { store, personal, troubles } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  store.lose('rina');
  personal.forget('rina');
  await expect(personal.openFor('rina', context, sealed)).rejects.toMatchObject({
    code: 'KEY_MISSING',
    message: expect.stringContaining('try again later'),
  });
  expect(await store.find('rina')).toBe('missing');
  expect(troubles).toEqual(['missing rina']);
});

it('names an address in one way however it is written, and never by the address', async () => {
  const { personal } = await opened();
  const name = personal.nameOf('Rina@Example.com ');
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(personal.nameOf('rina@example.com')).toBe(name);
  expect(personal.nameOf('karim@example.com')).not.toBe(name);
  expect((await opened()).personal.nameOf('rina@example.com')).not.toBe(name);
  expect(personal.hashOf('{"quantity":2}')).toMatch(/^[0-9a-f]{32}$/);
});

it('asks the key store once for those who ask at once, and opens the same text no second time', async () => {
  const { store, personal } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  const found = vi.spyOn(store, 'find');
  const texts = await Promise.all(
    Array.from({ length: 20 }, () => personal.openFor('rina', context, sealed)),
  );
  expect(texts).toEqual(texts.map(() => profile));
  expect(await personal.openFor('rina', context, sealed)).toBe(texts.at(-1));
  await personal.sealFor('rina', context, profile);
  expect(found).toHaveBeenCalledTimes(1);
});

it('remembers no missing key and no failure of the key store', async () => {
  const { store, personal } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  const failures = [async () => 'missing' as const, () => Promise.reject(new Error('disk'))];
  for (const failure of failures) {
    personal.forget('rina');
    vi.spyOn(store, 'find').mockImplementationOnce(failure);
    await expect(personal.openFor('rina', context, sealed)).rejects.toMatchObject({ code: 'KEY_MISSING' });
    expect(await personal.openFor('rina', context, sealed)).toEqual(profile);
  }
});

it('forgets a person at once, also a text that is being opened in that moment', async () => {
  const { store, personal } = await opened();
  const sealed = await personal.sealFor('rina', context, profile);
  personal.forget('rina');
  const opening = personal.openFor('rina', context, sealed);
  await store.erase('rina');
  personal.forget('rina');
  await opening;
  expect(await personal.openFor('rina', context, sealed)).toBe('erased');
});

it('keeps the texts of others when a person is forgotten', async () => {
  const { store, personal } = await opened();
  const people = Array.from({ length: 20 }, (_, at) => `person-${at}`);
  const sealed = await Promise.all(people.map((uid) => personal.sealFor(uid, context, profile)));
  const open = (uid: string, at: number) => personal.openFor(uid, context, sealed[at] ?? '');
  await Promise.all(people.map(open));
  for (const uid of people.slice(0, 10)) personal.forget(uid);
  const found = vi.spyOn(store, 'find');
  expect(await Promise.all(people.map(open))).toEqual(people.map(() => profile));
  expect(found).toHaveBeenCalledTimes(10);
});
