import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('testing/make-key.ts', import.meta.url));

it('one key and one secret are made by twenty processes that start at once on an empty folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'karigar-many-'));
  const dataKey = randomBytes(32).toString('base64');
  try {
    const runs = await Promise.all(
      Array.from({ length: 20 }, () =>
        promisify(execFile)(process.execPath, [script, root, dataKey, 'rina']),
      ),
    );
    expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(runs[0]?.stdout).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/);
    const left = await readdir(root, { recursive: true, withFileTypes: true });
    expect(left.filter((one) => one.isFile())).toHaveLength(2);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
