import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does something with a file on this machine that is gone afterwards. */
export async function inScratchFile<T>(work: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'karigar-export-'));
  try {
    return await work(join(folder, 'shop.ndjson.gz'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
