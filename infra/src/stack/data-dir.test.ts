import { execFile } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';
import { projectRoot } from './places.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-data-dir-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const inUse = (dir: string) => `DATA_DIR (${dir}) is in use by process ${process.pid} (`;

function reset(dir: string) {
  const entry = join(projectRoot, 'infra', 'src', 'start', 'reset.ts');
  return promisify(execFile)(process.execPath, [entry, '--yes'], { env: { ...process.env, DATA_DIR: dir } });
}

test('a second shop on the same data is refused, and told which process has it', {
  timeout: 60_000,
}, async () => {
  const dir = folder();
  const lock = await prepareDataDir(dir);
  await expect(prepareDataDir(dir)).rejects.toThrow(inUse(dir));
  closeSync(lock);
  closeSync(await prepareDataDir(dir));
});

test('a shop starts on the folder of a killed one, whose note goes', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'running.json'), JSON.stringify({ pid: process.pid }));
  closeSync(await prepareDataDir(dir));
  expect(existsSync(join(dir, 'running.json'))).toBe(false);
});

test('reset clears no folder that is in use, and is followed by a new start', {
  timeout: 120_000,
}, async () => {
  const dir = folder();
  const lock = await prepareDataDir(dir);
  writeFileSync(join(dir, 'seeded.txt'), '');
  await expect(reset(dir)).rejects.toThrow(inUse(dir));
  expect(existsSync(join(dir, 'seeded.txt'))).toBe(true);
  closeSync(lock);
  expect((await reset(dir)).stdout).toContain(`Cleared ${dir}.`);
  expect(readdirSync(dir)).toEqual(['karigar-data.txt']);
  closeSync(await prepareDataDir(dir));
});
