import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce, readIfThere } from './durable-files.ts';

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
