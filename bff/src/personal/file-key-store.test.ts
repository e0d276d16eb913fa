import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type DataKey, dataKeyFrom } from './data-key.ts';
import { openFileKeyStore } from './file-key-store.ts';
import { keyStoreContract } from './testing/key-store-contract.ts';

const newDataKey = () => dataKeyFrom(randomBytes(32).toString('base64')) as DataKey;
const dataKeys = { current: newDataKey(), former: null };
const folder = await mkdtemp(join(tmpdir(), 'karigar-keys-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

keyStoreContract('files', (store) => openFileKeyStore(join(folder, `contract-${store}`), dataKeys));

describe('a key store of files', () => {
  let root = '';
  let turn = 0;
  beforeEach(() => {
    turn += 1;
    root = join(folder, `store-${turn}`);
  });
  const open = (keys = dataKeys) => openFileKeyStore(root, keys);
  const files = async (part: string): Promise<string[]> => {
    const entries = await readdir(join(root, part), { recursive: true, withFileTypes: true });
    return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  };

  it('keeps keys wrapped, for the owner of the files only', async () => {
    const key = await (await open()).keyFor('rina');
    const [file = ''] = await files('person');
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ kind: 'person', id: 'rina', by: dataKeys.current.mark });
    for (const form of ['base64', 'base64url', 'hex'] as const)
      expect(text).not.toContain(key.toString(form));
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect((await stat(dirname(file))).mode & 0o077).toBe(0);
  });

  it('refuses another DATA_KEY in words that say what to do', async () => {
    await open();
    const current = newDataKey();
    await expect(open({ current, former: null })).rejects.toThrow(
      new RegExp(`by the DATA_KEY ${dataKeys.current.mark} .* DATA_KEY is ${current.mark}.* keys --rotate`),
    );
  });

  it('reads keys of the former DATA_KEY too, and wraps new ones by the current', async () => {
    const key = await (await open()).keyFor('rina');
    const current = newDataKey();
    const store = await openFileKeyStore(root, { current, former: dataKeys.current });
    expect(await store.find('rina')).toEqual(key);
    await store.keyFor('karim');
    const marks = await Promise.all(
      (await files('person')).map(async (file) => JSON.parse(await readFile(file, 'utf8')).by),
    );
    expect(marks.sort()).toEqual([dataKeys.current.mark, current.mark].sort());
  });

  it('makes no second key for one that cannot be read', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [file = ''] = await files('person');
    const text = await readFile(file, 'utf8');
    for (const damaged of ['', text.slice(0, 40), text.replace(/"wrapped":"..../, '"wrapped":"AAAA'), '{}']) {
      await writeFile(file, damaged);
      await expect(store.find('rina')).rejects.toThrow(/restore the key store/);
      await expect(store.keyFor('rina')).rejects.toThrow(/restore the key store/);
      expect(await readFile(file, 'utf8')).toBe(damaged);
    }
  });

  it('holds few files open, however many keys are asked for at once', async () => {
    const store = await open();
    const uids = Array.from({ length: 300 }, (_, n) => `user-${n}`);
    await Promise.all(uids.map(store.keyFor));
    const openFiles = () => readdirSync('/dev/fd').length;
    const before = openFiles();
    let most = 0;
    let asking = true;
    const watch = (async () => {
      while (asking) {
        most = Math.max(most, openFiles());
        await new Promise(setImmediate);
      }
    })();
    const found = await Promise.all(uids.map(store.find));
    asking = false;
    await watch;
    expect(found.every((key) => key instanceof Buffer)).toBe(true);
    expect(most - before).toBeLessThan(100);
  });

  it('takes no key that was put into the place of another', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [hers = ''] = await files('person');
    const text = await readFile(hers, 'utf8');
    await writeFile(hers, text.replace('rina', 'karim'));
    await expect(store.find('rina')).rejects.toThrow(/damaged/);
    await store.keyFor('karim');
    const his = (await files('person')).find((file) => file !== hers) ?? '';
    await writeFile(hers, await readFile(his));
    await expect(store.find('rina')).rejects.toThrow(/damaged/);
    await writeFile(hers, (await readFile(his, 'utf8')).replace('karim', 'rina'));
    await expect(store.find('rina')).rejects.toThrow(/changed/);
  });

  it('makes no store in the place of one whose disk went away, and says so', async () => {
    const store = await open();
    await store.keyFor('rina');
    await rm(root, { recursive: true });
    await expect(store.keyFor('karim')).rejects.toThrow();
    await expect(store.check()).rejects.toThrow(/not the key store of this shop/);
    await expect(readdir(root)).rejects.toThrow();
  });

  it('is refused without the secret that everybody is found by', async () => {
    await (await open()).keyFor('rina');
    await rm(join(root, 'secret'), { recursive: true });
    await expect(open()).rejects.toThrow(/secret "index" is gone.*keys --import/);
  });

  describe('after a kill', () => {
    it('in the making of a key has no key yet, and makes one', async () => {
      const store = await open();
      await store.keyFor('rina');
      const [file = ''] = await files('person');
      const whole = await readFile(file, 'utf8');
      for (const draft of ['', whole.slice(0, 50), whole]) {
        await rm(file, { force: true });
        await writeFile(`${file}.1.abc.draft`, draft);
        expect(await store.find('rina')).toBe('missing');
        const key = await store.keyFor('rina');
        expect(await (await open()).find('rina')).toEqual(key);
      }
    });

    it('between the marker and the key of an erasure is erased, and the key goes at the next start', async () => {
      const store = await open();
      await store.keyFor('rina');
      const [file = ''] = await files('person');
      const text = await readFile(file, 'utf8');
      await store.erase('rina');
      for (const left of [text, '\0'.repeat(text.length), '']) {
        await writeFile(file, left);
        await writeFile(`${file}.1.abc.draft`, left);
        expect(await store.find('rina')).toBe('erased');
        await expect(store.keyFor('rina')).rejects.toThrow();
        expect(await (await open()).find('rina')).toBe('erased');
        expect(await files('person')).toEqual([]);
      }
    });

    it('of one among many people, all others keep their keys', async () => {
      const store = await open();
      const uids = Array.from({ length: 20 }, (_, n) => `user-${n}`);
      const keys = await Promise.all(uids.map(store.keyFor));
      const [file = ''] = await files('person');
      const { id } = JSON.parse(await readFile(file, 'utf8'));
      const text = await readFile(file, 'utf8');
      await store.erase(id);
      await writeFile(`${file}.7.left.draft`, text);
      const again = await open();
      expect(await files('person')).toHaveLength(19);
      for (const [n, uid] of uids.entries())
        expect(await again.find(uid)).toEqual(uid === id ? 'erased' : keys[n]);
    });

    it('before the marker of an erasure is as before', async () => {
      const store = await open();
      const key = await store.keyFor('rina');
      await store.erase('karim');
      const [marker = ''] = await files('erased');
      await rm(marker);
      await writeFile(`${marker}.1.abc.draft`, '');
      expect(await store.find('rina')).toEqual(key);
      expect(await store.find('karim')).toBe('missing');
      expect(await store.erased()).toEqual([]);
    });
  });

  it('overwrites a key before it removes it, drafts included', async () => {
    const store = await open();
    await store.keyFor('rina');
    const [file = ''] = await files('person');
    const { open: openFile } = await import('node:fs/promises');
    const held = await openFile(file, 'r');
    await writeFile(`${file}.1.abc.draft`, await readFile(file));
    await store.erase('rina');
    expect((await held.readFile()).every((byte) => byte === 0)).toBe(true);
    await held.close();
    expect(await files('person')).toEqual([]);
  });
});
