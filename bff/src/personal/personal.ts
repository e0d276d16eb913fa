import { LogUnavailableError } from '@karigar/events';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { normalEmail } from '../identity/person.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { personErased } from '../problem/problem-of.ts';
import { PersonErasedError } from './key-errors.ts';
import type { KeyStore } from './key-store.ts';
import { keyedHash, open, seal } from './seal.ts';

/** Why personal data cannot be sealed or opened: no key, a store or key that cannot be read, or a key that does not fit. */
export type KeyTrouble = 'missing' | 'unreadable' | 'unfitting';

interface OpenedText {
  uid: string;
  context: string;
  value: object;
}

/** Everything that other rooms do with personal data: seal, open, and find without telling. */
export type Personal = Awaited<ReturnType<typeof openPersonal>>;

/** Makes what gives `value` in place of data whose key is missing, which the alarm tells already, and throws any other error. */
export const whereKeyIsMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isProblemError(error, 'KEY_MISSING')) return value;
    throw error;
  };

/** How many people's keys stay in memory. */
const cachedPeople = 10_000;
/** More texts than the pages that admins and customers look at within a minute. */
const cachedTexts = 5_000;

/**
 * Opens the front of the key store, with a cache of keys and of opened texts: opening one costs as much as all else that a page does for its
 * order. `onTrouble` is told whenever personal data cannot be reached, for log and metrics; the caller of that moment gets a `ProblemError`
 * KEY_MISSING. `isKnown` tells whether somebody has signed in before, and so had a key. Throws what the key store throws.
 */
export async function openPersonal(
  store: KeyStore,
  onTrouble: (trouble: KeyTrouble, uid: string, error?: unknown) => void,
  isKnown: (uid: string) => Promise<boolean> = async () => false,
) {
  const hashOf = keyedHash(store.index);
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
  // Promises, so that callers who ask at once share one answer.
  const keys = new LRUCache<string, ReturnType<KeyStore['find']>>({ max: cachedPeople });
  const texts = new LRUCache<string, OpenedText>({ max: cachedTexts });
  const find = (uid: string): ReturnType<KeyStore['find']> => {
    const known = keys.get(uid);
    if (known !== undefined) return known;
    const answer = store.find(uid);
    keys.set(uid, answer);
    const drop = () => keys.peek(uid) === answer && keys.delete(uid);
    answer.then((found) => found === 'missing' && drop(), drop);
    return answer;
  };
  const forget = (uid: string): void => {
    keys.delete(uid);
    for (const [sealed, text] of [...texts.entries()]) if (text.uid === uid) texts.delete(sealed);
  };
  /** Keeps what a text holds, because an index, a letter or a page reads it within seconds; not of a person who was forgotten meanwhile. */
  const remember = (answer: ReturnType<typeof find>, sealed: string, text: OpenedText): void => {
    if (keys.peek(text.uid) === answer) texts.set(sealed, text);
  };
  /** Seals; `mayMake` is asked when the person has no key. */
  const sealWith = async (
    mayMake: () => Promise<boolean>,
    uid: string,
    context: string,
    value: object,
  ): Promise<string> => {
    const answer = find(uid);
    const known = await answer.catch(troubledBy(uid));
    if (known === 'missing' && !(await mayMake())) throw troubled('missing', uid);
    const key = known instanceof Buffer ? known : await store.keyFor(uid).catch(troubledBy(uid));
    const sealed = seal(key, context, value);
    remember(answer, sealed, { uid, context, value });
    return sealed;
  };

  return {
    /** Like {@link sealFor}, for somebody who comes for the first time under their address: a key is made even if they had one. */
    sealFirst: (uid: string, context: string, value: object): Promise<string> =>
      sealWith(async () => true, uid, context, value),
    /**
     * Seals a JSON value for a person. `context` says what it is and whose, such as `order.created/1 ord_1`; it is needed to open it. A
     * key is made only for somebody whom the shop does not know yet: with a second one, what was sealed before would be lost even where
     * a backup holds the first. Throws `ProblemError` PERSON_ERASED and KEY_MISSING.
     */
    sealFor: (uid: string, context: string, value: object): Promise<string> =>
      sealWith(async () => !(await isKnown(uid)), uid, context, value),
    /**
     * Opens what {@link sealFor} made of a `T` for the same person and context; 'erased' when the person was erased. Throws `ProblemError`
     * KEY_MISSING when the key is not there, or does not fit.
     */
    async openFor<T extends object>(uid: string, context: string, sealed: string): Promise<T | 'erased'> {
      const known = texts.get(sealed);
      if (known?.uid === uid && known.context === context) return known.value as T;
      const answer = find(uid);
      const key = await answer.catch(troubledBy(uid));
      if (key === 'erased') return key;
      if (key === 'missing') throw troubled('missing', uid);
      try {
        const value = open(key, context, sealed) as T;
        remember(answer, sealed, { uid, context, value });
        return value;
      } catch (error) {
        throw troubled('unfitting', uid, error);
      }
    },
    /** Gives the name (32 hex digits) under which records of an address are kept: only with the shop's secret can the address be told from it. */
    nameOf: (email: string): string => hashOf(normalEmail(email)),
    /** Gives a keyed hash of a text (32 hex digits), to compare requests without keeping them. */
    hashOf,
    /** Destroys the person's key for ever. May be repeated. */
    erase: (uid: string): Promise<void> => store.erase(uid).finally(() => forget(uid)),
    /** Lists everybody whose key was destroyed. */
    erased: (): Promise<readonly string[]> => store.erased(),
    /** Forgets what this process has cached of a person, because another one may have erased them. */
    forget,
    /** Rejects when the keys cannot be read right now. */
    check: (): Promise<void> => store.check(),
  };
}

/** Counts and logs each time that personal data cannot be reached: somebody has to look after the key store. */
export function keyTroubles(
  logger: Logger,
  registry: Registry,
): (trouble: KeyTrouble, uid: string, error?: unknown) => void {
  const counter = new Counter({
    name: 'karigar_key_missing_total',
    help: 'Personal data that could not be sealed or opened, by what was wrong with the key: missing, unreadable, unfitting',
    labelNames: ['trouble'],
    registers: [registry],
  });
  // From 0 on: the first one would be no increase for who watches, where the count began with it.
  for (const trouble of ['missing', 'unreadable', 'unfitting'] satisfies KeyTrouble[])
    counter.inc({ trouble }, 0);
  return (trouble, uid, error) => {
    counter.inc({ trouble });
    logger.error({ trouble, uid, err: error }, 'the key of a person cannot be used; see the handbook, 9');
  };
}
