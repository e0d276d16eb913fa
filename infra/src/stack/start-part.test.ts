import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, startChild } from './child.ts';
import { waitUntil } from './start-part.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karigar-wait-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** A part of the shop that runs this program. */
const part = (program: string): Child =>
  startChild({
    name: 'clock',
    command: process.execPath,
    args: ['-e', program],
    cwd: dir,
    env: process.env,
    logFile: join(dir, 'clock.log'),
  });

test('a part that does not answer in time is named and stopped', async () => {
  const child = part('setInterval(() => undefined, 1000)');
  await expect(waitUntil(child, async () => false, 100)).rejects.toThrow('clock did not answer');
  expect(child.stopping).toBe(true);
  await child.ended;
});

test('a part that ends before it answers is named', async () => {
  const child = part('process.exit(3)');
  await expect(waitUntil(child, () => Promise.reject(new Error('not yet')), 30_000)).rejects.toThrow(
    'clock ended with code 3',
  );
});
