import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An object with the headers that it is given back with. */
export interface StoredObject {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** The objects of the simulator, in memory and, where a folder is given, also in files that outlive the process. */
export type Bucket = ReturnType<typeof openBucket>;

/** Opens the objects in `folder`; null keeps them in memory alone. */
export function openBucket(folder: string | null) {
  const objects = new Map<string, StoredObject>();
  const fileOf = (key: string) => createHash('sha256').update(key).digest('hex');
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      const end = bytes.indexOf('\n');
      const { key, headers } = JSON.parse(bytes.toString('utf8', 0, end)) as {
        key: string;
        headers: Record<string, string>;
      };
      if (name === fileOf(key)) objects.set(key, { headers, bytes: bytes.subarray(end + 1) });
    }
  }
  return {
    get: (key: string): StoredObject | undefined => objects.get(key),
    put(key: string, object: StoredObject): void {
      objects.set(key, object);
      if (folder === null) return;
      const path = join(folder, fileOf(key));
      const head = Buffer.from(`${JSON.stringify({ key, headers: object.headers })}\n`);
      writeFileSync(`${path}.part`, Buffer.concat([head, object.bytes]));
      renameSync(`${path}.part`, path);
    },
    remove(key: string): void {
      objects.delete(key);
      if (folder !== null) rmSync(join(folder, fileOf(key)), { force: true });
    },
    /** All keys in the order of their bytes. */
    keys: (): string[] =>
      [...objects.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  };
}
