import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KeyDamagedError, KeyStoreError } from './key-errors.ts';
import { open, seal } from './seal.ts';

/** The secret that wraps all keys at rest. `mark` tells which one it was without telling it: the first 8 hex digits of its SHA-256. */
export interface DataKey {
  bytes: Buffer;
  mark: string;
}

/** The one that wraps, and one that may still be read while keys are rewrapped. */
export interface DataKeys {
  current: DataKey;
  former: DataKey | null;
}

/** The file below the data folder in which a shop that is not in production keeps its DATA_KEY. */
export const dataKeyFile = 'data-key';

/** Reads a DATA_KEY: 32 bytes in base64. Null when it is none. */
export function dataKeyFrom(text: string): DataKey | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== text) return null;
  return { bytes, mark: createHash('sha256').update(bytes).digest('hex').slice(0, 8) };
}

/** A key as it is stored: wrapped by the DATA_KEY with the mark `by`. `id` is the person's uid, or the secret's name. */
export const WrappedKey = z.strictObject({
  kind: z.enum(['person', 'secret']),
  id: z.string(),
  wrapped: z.string(),
  by: z.string(),
});
export type WrappedKey = Readonly<z.infer<typeof WrappedKey>>;

type Owner = Pick<WrappedKey, 'kind' | 'id'>;
const contextOf = ({ kind, id }: Owner): string => `key/1 ${kind} ${id}`;

/** Wraps a key for its owner; it can be unwrapped for that owner only. */
export function wrap({ bytes, mark }: DataKey, { kind, id }: Owner, key: Buffer): WrappedKey {
  return { kind, id, wrapped: seal(bytes, contextOf({ kind, id }), key.toString('base64')), by: mark };
}

/** Unwraps a key. Throws {@link KeyStoreError} when it was wrapped by another DATA_KEY, {@link KeyDamagedError} when it was changed. */
export function unwrap({ current, former }: DataKeys, key: WrappedKey): Buffer {
  const dataKey = [current, former].find((one) => one?.mark === key.by);
  if (!dataKey) throw wrongDataKey(key.by, { current, former });
  try {
    return Buffer.from(String(open(dataKey.bytes, contextOf(key), key.wrapped)), 'base64');
  } catch (error) {
    throw new KeyDamagedError(`The key of ${key.kind} ${key.id} was changed: restore the key store`, error);
  }
}

function wrongDataKey(by: string, { current, former }: DataKeys): KeyStoreError {
  const given = `DATA_KEY is ${current.mark}${former ? `, DATA_KEY_FORMER is ${former.mark}` : ''}`;
  return new KeyStoreError(
    `The keys of this shop are wrapped by the DATA_KEY ${by} (the first 8 hex digits of its SHA-256), but ${given}. Set the DATA_KEY that the shop had; ` +
      'to change it, set the new one as DATA_KEY, the old one as DATA_KEY_FORMER, and run: npm run orders -- keys --rotate',
  );
}

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
