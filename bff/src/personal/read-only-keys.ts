import { type KeyStore, KeyStoreError } from './key-store.ts';

/** Makes a view of a key store through which people can be read, and no key can be made or destroyed: for a shop that is shown as it was. */
export function readOnlyKeys(store: KeyStore): KeyStore {
  const refuse = (what: string) =>
    new KeyStoreError(`This is the shop as it was: ${what} the key of a person, which the real shop uses.`);
  return {
    ...store,
    async keyFor(uid) {
      const known = await store.find(uid);
      if (known === 'missing') throw refuse('it does not make');
      return known === 'erased' ? store.keyFor(uid) : known;
    },
    async erase() {
      throw refuse('it does not destroy');
    },
  };
}
