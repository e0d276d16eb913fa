import { randomBytes } from 'node:crypto';
import { PersonErasedError } from '../key-errors.ts';
import type { KeyStore } from '../key-store.ts';

/** A key store in memory, for tests that need no files. `lose` makes a person's key missing, as a lost disk would. */
export function memoryKeyStore(): KeyStore & { lose(uid: string): void } {
  const keys = new Map<string, Buffer>();
  const erased = new Set<string>();
  const find: KeyStore['find'] = async (uid) => (erased.has(uid) ? 'erased' : (keys.get(uid) ?? 'missing'));
  return {
    index: randomBytes(32),
    find,
    async keyFor(uid) {
      if (erased.has(uid)) throw new PersonErasedError();
      const key = keys.get(uid) ?? randomBytes(32);
      keys.set(uid, key);
      return key;
    },
    async erase(uid) {
      erased.add(uid);
      keys.delete(uid);
    },
    erased: async () => [...erased],
    check: async () => undefined,
    lose: (uid) => keys.delete(uid),
  };
}
