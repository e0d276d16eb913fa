import { z } from 'zod';
import { type DataKeys, unwrap, type WrappedKey, wrap } from './data-key.ts';
import { type KeyFolder, Marker, StoredKey } from './key-folder.ts';
import { KeyDamagedError, KeyStoreError } from './key-store.ts';

/** A line of a backup of the keys: a wrapped key, or a marker of the erasure list. */
export const KeyLine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('key'), key: StoredKey }),
  z.strictObject({ t: z.literal('erased'), marker: Marker }),
]);
export type KeyLine = z.infer<typeof KeyLine>;

/**
 * Gives the lines of a backup of the whole key store, while servers use it. Throws {@link KeyStoreError} for a key that could not be unwrapped
 * after a restore either.
 */
export async function* keyLines(folder: KeyFolder, dataKeys: DataKeys): AsyncGenerator<KeyLine> {
  for (const kind of ['secret', 'person'] as const)
    for await (const key of folder.keys(kind)) {
      unwrap(dataKeys, key);
      yield { t: 'key', key };
    }
  // The markers come last: of a person who is erased meanwhile, the file holds the marker too.
  for await (const marker of folder.erased()) yield { t: 'erased', marker };
}

/** What became of a key: `other` differs from the one in the store, which stays. */
export type Restored = 'new' | 'same' | 'erased' | 'other';

/**
 * Puts a key into the store, wrapped by the current DATA_KEY, unless the store has it, or its person was erased. A damaged one is replaced.
 * Throws {@link KeyStoreError} for a key of another DATA_KEY, in the file or in the store.
 */
export async function restoreKey(folder: KeyFolder, dataKeys: DataKeys, key: WrappedKey): Promise<Restored> {
  const bytes = unwrap(dataKeys, key);
  const stored = await storedKey(folder, dataKeys, key);
  if (stored === 'erased') return 'erased';
  if (stored instanceof Buffer) return stored.equals(bytes) ? 'same' : 'other';
  const wrapped = wrap(dataKeys.current, key, bytes);
  await (stored === 'damaged' ? folder.replace(wrapped) : folder.create(wrapped));
  return 'new';
}

/**
 * Checks a key of a file before anything is restored. Throws {@link KeyStoreError} when it cannot be unwrapped, or when it is the secret of another
 * shop than that of the keys in the store.
 */
export async function checkKey(folder: KeyFolder, dataKeys: DataKeys, key: WrappedKey): Promise<void> {
  const bytes = unwrap(dataKeys, key);
  if (key.kind !== 'secret') return;
  const stored = await storedKey(folder, dataKeys, key);
  if (stored instanceof Buffer && !stored.equals(bytes))
    throw new KeyStoreError(
      `${folder.root} holds the keys of another shop, or of a server that was started without its keys. Nothing was restored: give the DATA_DIR of the shop that the file was made of, or an empty one.`,
    );
}

async function storedKey(
  folder: KeyFolder,
  dataKeys: DataKeys,
  { kind, id }: WrappedKey,
): Promise<Buffer | 'erased' | 'damaged' | null> {
  try {
    const stored = await folder.read(kind, id);
    return stored === null || stored === 'erased' ? stored : unwrap(dataKeys, stored);
  } catch (error) {
    if (error instanceof KeyDamagedError) return 'damaged';
    throw error;
  }
}
