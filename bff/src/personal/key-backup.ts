import { type DataKeys, unwrap, type WrappedKey, wrap } from './data-key.ts';
import { KeyDamagedError, KeyStoreError } from './key-errors.ts';
import type { KeyLine, KeyObjects } from './key-objects.ts';

/** Gives a backup of the whole key store, while servers use it. Throws {@link KeyStoreError} for a key that no restore could unwrap. */
export async function keyLines(
  objects: KeyObjects,
  dataKeys: DataKeys,
  signal: AbortSignal,
): Promise<KeyLine[]> {
  const keys = [...(await objects.keys('secret')), ...(await objects.keys('person'))];
  signal.throwIfAborted();
  for (const key of keys) unwrap(dataKeys, key);
  // The markers come last: of a person who is erased meanwhile, the backup holds the marker too.
  return [...keys, ...(await objects.erased())];
}

/** What became of a key: `other` differs from the one in the store, which stays. */
export type Restored = 'new' | 'same' | 'erased' | 'other';

/**
 * Puts a key into the store, wrapped by the current DATA_KEY, unless the store has it, or its person was erased. A damaged one is replaced.
 * Throws {@link KeyStoreError} for a key of another DATA_KEY, in the file or in the store.
 */
export async function restoreKey(
  objects: KeyObjects,
  dataKeys: DataKeys,
  key: WrappedKey,
): Promise<Restored> {
  const found = await compared(objects, dataKeys, key);
  if (found !== 'none' && found !== 'damaged') return found;
  const wrapped = wrap(dataKeys.current, key, unwrap(dataKeys, key));
  await objects.write(wrapped, found === 'none' ? 'putNew' : 'replace');
  return 'new';
}

/**
 * Checks a key of a file before anything is restored. Throws {@link KeyStoreError} when it cannot be unwrapped, or when it is the secret of another
 * shop than that of the keys in the store.
 */
export async function checkKey(objects: KeyObjects, dataKeys: DataKeys, key: WrappedKey): Promise<void> {
  unwrap(dataKeys, key);
  if (key.kind === 'secret' && objects.areThere() && (await compared(objects, dataKeys, key)) === 'other')
    throw new KeyStoreError(
      `${objects.place} holds the keys of another shop, or of a server that was started without its keys. Nothing was restored: give the KEYS_URL or DATA_DIR of the shop that the file was made of, or an empty one.`,
    );
}

/** Compares a key of a file with that in the store. */
async function compared(
  objects: KeyObjects,
  dataKeys: DataKeys,
  key: WrappedKey,
): Promise<Exclude<Restored, 'new'> | 'none' | 'damaged'> {
  try {
    const stored = await objects.read(key.kind, key.id);
    if (stored === null) return 'none';
    if (stored === 'erased') return stored;
    return unwrap(dataKeys, stored).equals(unwrap(dataKeys, key)) ? 'same' : 'other';
  } catch (error) {
    if (error instanceof KeyDamagedError) return 'damaged';
    throw error;
  }
}

/** Keys that are rewrapped at once. */
const perRound = 100;

/**
 * Rewraps every key and secret by the current DATA_KEY; the keys themselves stay, and so does all that is sealed. May be stopped anywhere and
 * started again, and run beside servers that know both DATA_KEYs. Throws {@link KeyStoreError} for a key of a third DATA_KEY, and what `signal` holds.
 */
export async function rotateKeys(
  objects: KeyObjects,
  dataKeys: DataKeys,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<{ rewrapped: number; already: number }> {
  let rewrapped = 0;
  let already = 0;
  const people = await objects.keys('person');
  const rounds = people.flatMap((_, at) => (at % perRound === 0 ? [people.slice(at, at + perRound)] : []));
  // The secret comes last: that a server starts without the former DATA_KEY says that everything before it is rewrapped.
  for (const round of [...rounds, await objects.keys('secret')]) {
    signal.throwIfAborted();
    await Promise.all(
      round.map(async (key) => {
        if (key.by === dataKeys.current.mark) {
          already += 1;
          // As a rotation leaves it that was killed while the person was erased.
          await objects.removeIfErased(key);
        } else {
          await objects.write(wrap(dataKeys.current, key, unwrap(dataKeys, key)), 'replace');
          rewrapped += 1;
        }
      }),
    );
    onProgress(rewrapped + already, people.length);
  }
  return { rewrapped, already };
}
