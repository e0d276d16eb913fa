import { LogUnavailableError } from '@karigar/events';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { personErased } from '../problem/problem-of.ts';
import type { CachedKeys } from './cached-keys.ts';
import { PersonErasedError } from './key-errors.ts';
import { keyedHash } from './keyed-hash.ts';
import { openedTexts } from './opened-texts.ts';
import { open, seal } from './seal.ts';

/** Why personal data cannot be sealed or opened: no key, a store or key that cannot be read, or a key that does not fit. */
export type KeyTrouble = 'missing' | 'unreadable' | 'unfitting';

/** Everything that other rooms do with personal data: seal, open, and find without telling. */
export type Personal = Awaited<ReturnType<typeof openPersonal>>;

/**
 * Opens the front of the key store. `onTrouble` is told whenever personal data cannot be reached, for log and metrics; the caller of that
 * moment gets a `ProblemError` KEY_MISSING. `isKnown` tells whether somebody has signed in before, and so had a key. Throws what the key
 * store throws.
 */
export async function openPersonal(
  keys: CachedKeys,
  onTrouble: (trouble: KeyTrouble, uid: string, error?: unknown) => void,
  isKnown: (uid: string) => Promise<boolean> = async () => false,
) {
  const hashOf = keyedHash(keys.index);
  const troubled = (trouble: KeyTrouble, uid: string, cause?: unknown): ProblemError => {
    onTrouble(trouble, uid, cause);
    return new ProblemError(
      'KEY_MISSING',
      'We can’t read your personal data right now. Nothing was changed. We’ve been alerted; try again later.',
      { retryAfter: 60, cause },
    );
  };

  const troubledBy = (uid: string) => (error: unknown) => {
    if (error instanceof LogUnavailableError) throw error;
    throw error instanceof PersonErasedError ? personErased() : troubled('unreadable', uid, error);
  };
  const texts = openedTexts();
  const sealFirst = async (uid: string, context: string, value: object): Promise<string> =>
    seal(await keys.keyFor(uid).catch(troubledBy(uid)), context, value);

  return {
    /** Like {@link sealFor}, for somebody who comes for the first time under their address: a key is made even if they had one. */
    sealFirst,
    /**
     * Seals a JSON value for a person. `context` says what it is and whose, such as `order.created/1 ord_1`; it is needed to open it. A
     * key is made only for somebody whom the shop does not know yet: with a second one, what was sealed before would be lost even where
     * a backup holds the first. Throws `ProblemError` PERSON_ERASED and KEY_MISSING.
     */
    async sealFor(uid: string, context: string, value: object): Promise<string> {
      const key = await keys.find(uid).catch(troubledBy(uid));
      if (key instanceof Buffer) return seal(key, context, value);
      if (key === 'missing' && (await isKnown(uid))) throw troubled('missing', uid);
      return sealFirst(uid, context, value);
    },
    /**
     * Opens what {@link sealFor} made of a `T` for the same person and context; 'erased' when the person was erased. Throws `ProblemError`
     * KEY_MISSING when the key is not there, or does not fit.
     */
    async openFor<T extends object>(uid: string, context: string, sealed: string): Promise<T | 'erased'> {
      const known = texts.get(uid, context, sealed);
      if (known !== undefined) return known as T;
      const remember = texts.begin(uid, context);
      const key = await keys.find(uid).catch(troubledBy(uid));
      if (key === 'erased') return key;
      if (key === 'missing') throw troubled('missing', uid);
      try {
        const value = open(key, context, sealed) as T;
        remember(sealed, value);
        return value;
      } catch (error) {
        throw troubled('unfitting', uid, error);
      }
    },
    /** Gives the name (32 hex digits) under which records of an address are kept: nobody without the shop's secret can tell the address from it. */
    nameOf: (email: string): string => hashOf(normalEmail(email)),
    /** Gives a keyed hash of a text (32 hex digits), to compare requests without keeping them. */
    hashOf,
    /** Destroys the person's key for ever. May be repeated. */
    erase: (uid: string): Promise<void> => keys.erase(uid).finally(() => texts.forget(uid)),
    /** Lists everybody whose key was destroyed. */
    erased: (): Promise<readonly string[]> => keys.erased(),
    /** Forgets what this process has cached of a person, because another one may have erased them. */
    forget(uid: string): void {
      keys.forget(uid);
      texts.forget(uid);
    },
    /** Rejects when the keys cannot be read right now. */
    check: (): Promise<void> => keys.check(),
  };
}
