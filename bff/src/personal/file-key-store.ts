import { randomBytes } from 'node:crypto';
import { type DataKeys, unwrap, type WrappedKey, wrap } from './data-key.ts';
import { type KeyFolder, keyFolder } from './key-folder.ts';
import { type KeyStore, KeyStoreError, PersonErasedError } from './key-store.ts';

/**
 * Opens the key store in the folder `root`, made when there is none. Finishes erasures that were cut short. Throws {@link KeyStoreError} when
 * it belongs to another DATA_KEY, or when a part of it is gone.
 */
export async function openFileKeyStore(root: string, dataKeys: DataKeys): Promise<KeyStore> {
  const folder = keyFolder(root);
  await folder.prepare();
  await folder.finishErasures();
  const index = await indexOf(folder, dataKeys);

  const find: KeyStore['find'] = async (uid) => {
    const stored = await folder.read('person', uid);
    if (stored === null) return 'missing';
    return stored === 'erased' ? 'erased' : unwrap(dataKeys, stored);
  };
  return {
    find,
    async keyFor(uid) {
      let key = await find(uid);
      if (key === 'missing') {
        await folder.create(newKey(dataKeys, 'person', uid));
        // Another process may have been first, or the person erased in this moment.
        key = await find(uid);
      }
      if (key === 'erased') throw new PersonErasedError();
      if (key === 'missing') throw new KeyStoreError(`The new key of person ${uid} is gone already`);
      return key;
    },
    erase: (uid) => folder.erase({ uid, erasedAt: new Date().toISOString() }),
    async erased() {
      const uids: string[] = [];
      for await (const { uid } of folder.erased()) uids.push(uid);
      return uids;
    },
    secret: async () => index,
    async check() {
      const stored = await folder.read('secret', 'index');
      if (stored === null || stored === 'erased' || !unwrap(dataKeys, stored).equals(index))
        throw new KeyStoreError(`${root} is not the key store of this shop any more`);
    },
    close: async () => undefined,
  };
}

function newKey({ current }: DataKeys, kind: WrappedKey['kind'], id: string): WrappedKey {
  return wrap(current, { kind, id, madeAt: new Date().toISOString() }, randomBytes(32));
}

/** Reads the secret of the indexes, or makes it before the first person's key: without it nobody would be found again. */
async function indexOf(folder: KeyFolder, dataKeys: DataKeys): Promise<Buffer> {
  const people = await folder.people();
  // Read after the people were counted: whoever made the first of them made the secret before.
  let stored = await folder.read('secret', 'index');
  if (stored === null) {
    if (people > 0)
      throw new KeyStoreError(
        `${folder.root} holds keys of people, but its secret "index" is gone: restore it with npm run orders -- keys --import`,
      );
    await folder.create(newKey(dataKeys, 'secret', 'index'));
    stored = await folder.read('secret', 'index');
  }
  if (stored === null || stored === 'erased') throw new KeyStoreError(`${folder.root} keeps no files`);
  return unwrap(dataKeys, stored);
}
