import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataKey, dataKeyFile, dataKeyFrom } from './data-key.ts';
import { KeyStoreError } from './key-errors.ts';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Reads a file; empty when there is none. */
const readIfThere = (path: string): Promise<string> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return '';
      throw error;
    },
  );

/**
 * Reads the secret in the file `name` of `dataDir`; makes it at the first start (32 bytes in base64, readable by the owner only).
 * Processes that start at once agree on one. Throws what the file system throws.
 */
export async function secretFromFile(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  const stored = await readIfThere(path);
  if (stored !== '') return stored;
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64'), { mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await rm(draft);
  return readIfThere(path);
}

/**
 * Reads the DATA_KEY that a shop keeps in `dataDir`, made with its first keys and never beside some: a new one opens none of them. Throws
 * {@link KeyStoreError} when it is gone or no key.
 */
export async function dataKeyFromFile(dataDir: string, keysAreThere: boolean): Promise<DataKey> {
  const path = join(dataDir, dataKeyFile);
  const text = await (keysAreThere ? readIfThere(path) : secretFromFile(dataDir, dataKeyFile));
  const key = dataKeyFrom(text);
  if (key !== null) return key;
  throw new KeyStoreError(
    `${path} is ${text === '' ? 'gone' : 'not 32 bytes in base64'}: restore it, or set DATA_KEY (see the handbook, 9)`,
  );
}
