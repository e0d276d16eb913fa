import type { KeyStore } from './key-store.ts';

/** A key store whose answers stay in memory. */
export interface CachedKeys extends KeyStore {
  /** Forgets what is known of a person, because another process may have erased them. */
  forget(uid: string): void;
}

/**
 * Puts a cache of `max` people in front of a key store. An answer counts until it is forgotten; nothing is cached of those who have no key.
 * The least recently asked are evicted first.
 */
export function cachedKeys(store: KeyStore, max = 10_000): CachedKeys {
  // Promises, so that those who ask at once share one answer, and one that arrives after `forget` is not cached.
  const cache = new Map<string, ReturnType<KeyStore['find']>>();
  const find: KeyStore['find'] = (uid) => {
    const known = cache.get(uid);
    const answer = known ?? store.find(uid);
    cache.delete(uid);
    cache.set(uid, answer);
    const oldest = cache.size > max ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    const drop = () => {
      if (cache.get(uid) === answer) cache.delete(uid);
    };
    if (known === undefined) answer.then((found) => found === 'missing' && drop(), drop);
    return answer;
  };
  return {
    ...store,
    find,
    async keyFor(uid) {
      const known = await find(uid);
      return known instanceof Buffer ? known : store.keyFor(uid);
    },
    erase: (uid) => store.erase(uid).finally(() => cache.delete(uid)),
    forget: (uid) => {
      cache.delete(uid);
    },
  };
}
