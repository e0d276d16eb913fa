import { z } from 'zod';
import { type DataKeys, unwrap, WrappedKey, wrap } from './data-key.ts';
import { KeyDamagedError, KeyStoreError } from './key-errors.ts';
import { type KeyObjects, Marker } from './key-objects.ts';

/** A line of a backup of the keys: an object of the key store. */
export const KeyLine = z.union([WrappedKey, Marker]);
export type KeyLine = z.infer<typeof KeyLine>;

/** Gives a backup of the whole key store, while servers use it. Throws {@link KeyStoreError} for a key that no restore could unwrap. */
export async function keyLines(
  objects: KeyObjects,
  dataKeys: DataKeys,
  signal: AbortSignal,
): Promise<KeyLine[]> {
  const lines: KeyLine[] = [];
  const keep = async (pages: AsyncIterable<KeyLine[]>) => {
    for await (const page of pages) {
      signal.throwIfAborted();
      for (const line of page) {
        if ('wrapped' in line) unwrap(dataKeys, line);
        lines.push(line);
      }
    }
  };
  await keep(objects.keys('secret'));
  await keep(objects.keys('person'));
  // The markers come last: of a person who is erased meanwhile, the backup holds the marker too.
  await keep(objects.erased());
  return lines;
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
  const bytes = unwrap(dataKeys, key);
  const stored = await storedKey(objects, dataKeys, key);
  if (stored === 'erased') return 'erased';
  if (stored instanceof Buffer) return stored.equals(bytes) ? 'same' : 'other';
  const wrapped = wrap(dataKeys.current, key, bytes);
  await (stored === 'damaged' ? objects.replace(wrapped) : objects.create(wrapped));
  return 'new';
}

/**
 * Checks a key of a file before anything is restored. Throws {@link KeyStoreError} when it cannot be unwrapped, or when it is the secret of another
 * shop than that of the keys in the store.
 */
export async function checkKey(objects: KeyObjects, dataKeys: DataKeys, key: WrappedKey): Promise<void> {
  const bytes = unwrap(dataKeys, key);
  if (key.kind !== 'secret' || !objects.areThere()) return;
  const stored = await storedKey(objects, dataKeys, key);
  if (stored instanceof Buffer && !stored.equals(bytes))
    throw new KeyStoreError(
      `${objects.place} holds the keys of another shop, or of a server that was started without its keys. Nothing was restored: give the KEYS_URL or DATA_DIR of the shop that the file was made of, or an empty one.`,
    );
}

async function storedKey(
  objects: KeyObjects,
  dataKeys: DataKeys,
  { kind, id }: WrappedKey,
): Promise<Buffer | 'erased' | 'damaged' | null> {
  try {
    const stored = await objects.read(kind, id);
    return stored === null || stored === 'erased' ? stored : unwrap(dataKeys, stored);
  } catch (error) {
    if (error instanceof KeyDamagedError) return 'damaged';
    throw error;
  }
}
