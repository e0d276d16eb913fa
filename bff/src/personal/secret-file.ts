import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataKey, dataKeyFile, dataKeyFrom } from './data-key.ts';
import { createOnce, readIfThere } from './durable-files.ts';
import { KeyStoreError } from './key-store.ts';

/**
 * Reads the secret in the file `name` of `dataDir`; makes it at the first start (32 bytes in base64, readable by the owner only).
 * Processes that start at once agree on one. Throws what the file system throws.
 */
export async function secretFromFile(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const stored = await readIfThere(path);
  if (stored?.trim()) return stored.trim();
  await mkdir(dataDir, { recursive: true });
  await createOnce(path, randomBytes(32).toString('base64'));
  return ((await readIfThere(path)) ?? '').trim();
}

/**
 * Reads the DATA_KEY that a shop keeps in `dataDir`, made with its first keys and never beside some: a new one opens none of them. Throws
 * {@link KeyStoreError} when it is gone or no key.
 */
export async function dataKeyFromFile(dataDir: string, keysAreThere: boolean): Promise<DataKey> {
  const text = keysAreThere
    ? await readIfThere(join(dataDir, dataKeyFile))
    : await secretFromFile(dataDir, dataKeyFile);
  const key = dataKeyFrom(text?.trim() ?? '');
  if (key !== null) return key;
  throw new KeyStoreError(
    `${join(dataDir, dataKeyFile)} is ${text === null ? 'gone' : 'not 32 bytes in base64'}: restore it, or set DATA_KEY (see the handbook, 9)`,
  );
}
