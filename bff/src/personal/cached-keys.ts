import { type KeyStore, PersonErasedError } from './key-store.ts';

type Known = Awaited<ReturnType<KeyStore['find']>>;

/** A key store whose answers stay in memory. */
export interface CachedKeys extends KeyStore {
  /** Forgets what is known of a person, because another process may have erased them. */
  forget(uid: string): void;
  /** Finds like `find`, and caches nothing: for work through the whole log, which would drop everybody who is being served. */
  peek: KeyStore['find'];
}

/**
 * Puts a cache of `max` people in front of a key store. An answer counts until it is forgotten; nothing is cached of those who have no key.
 * The least recently asked are dropped first.
 */
export function cachedKeys(store: KeyStore, max = 10_000): CachedKeys {
  // Promises, so that those who ask at once share one answer, and one that arrives after `forget` is not cached.
  const cache = new Map<string, Promise<Known>>();
  const keep = (uid: string, answer: Promise<Known>): Promise<Known> => {
    cache.delete(uid);
    cache.set(uid, answer);
    const oldest = cache.size > max ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    return answer;
  };
  const ask = (uid: string, question: () => Promise<Known>): Promise<Known> => {
    const answer = question();
    const drop = () => {
      if (cache.get(uid) === answer) cache.delete(uid);
    };
    answer.then((known) => known === 'missing' && drop(), drop);
    return keep(uid, answer);
  };
  const cached = (uid: string): Promise<Known> | undefined => {
    const answer = cache.get(uid);
    return answer && keep(uid, answer);
  };
  const make = (uid: string): Promise<Known> =>
    store.keyFor(uid).catch((error: unknown) => {
      if (error instanceof PersonErasedError) return 'erased';
      throw error;
    });
  return {
    ...store,
    find: (uid) => cached(uid) ?? ask(uid, () => store.find(uid)),
    async keyFor(uid) {
      const known = await (cached(uid) ?? ask(uid, () => make(uid)));
      // The shared answer may have been to a `find`.
      const made = known === 'missing' ? await ask(uid, () => make(uid)) : known;
      if (made instanceof Buffer) return made;
      throw new PersonErasedError();
    },
    erase: (uid) => store.erase(uid).finally(() => cache.delete(uid)),
    peek: (uid) => cache.get(uid) ?? store.find(uid),
    forget: (uid) => {
      cache.delete(uid);
    },
  };
}
