import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { secretFromFile } from './secret-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'karigar-secret-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is made once, for the owner only, and is the same for all who start at once', async () => {
  const data = join(folder, 'data');
  const secrets = await Promise.all(Array.from({ length: 8 }, () => secretFromFile(data, 'secret')));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w+/]{43}=$/);
  expect(await secretFromFile(data, 'secret')).toBe(secrets[0]);
  expect((await stat(join(data, 'secret'))).mode & 0o077).toBe(0);
  expect(await readdir(data)).toEqual(['secret']);
});
