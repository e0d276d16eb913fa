import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './lock-folder.ts';

function folder(...below: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-lock-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  mkdirSync(join(dir, ...below), { recursive: true });
  return join(dir, ...below);
}

async function held(dir: string, how?: Parameters<typeof lockFolder>[1]): Promise<number> {
  const lock = await lockFolder(dir, how);
  if (typeof lock === 'string') throw new Error(lock);
  return lock;
}

test('a locked folder is refused with who holds it and since when, until its holder lets go', async () => {
  // Longer than the path of a Unix socket may be.
  const dir = folder('a long name '.repeat(10), '#1?');
  const lock = await held(dir);
  expect(await lockFolder(dir)).toMatch(
    new RegExp(
      `^process ${process.pid} \\(.+\\), which runs since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`,
    ),
  );
  expect(await lockFolder(dir, { shared: true })).toContain(`process ${process.pid} `);
  closeSync(lock);
  closeSync(await held(dir));
});

test('a folder can be shared, and is then locked for everybody else', async () => {
  const dir = folder();
  const locks = [await held(dir, { shared: true }), await held(dir, { shared: true })];
  for (const lock of locks) {
    expect(await lockFolder(dir)).toContain(`process ${process.pid} `);
    closeSync(lock);
  }
  closeSync(await held(dir));
});

test('of ten that lock a folder at the same moment one wins', async () => {
  const dir = folder();
  const locks = await Promise.all(Array.from({ length: 10 }, () => lockFolder(dir)));
  const won = locks.filter((lock) => typeof lock === 'number');
  expect(won).toHaveLength(1);
  closeSync(won[0] as number);
});

test('a killed holder leaves no lock, but a process that inherited the lock keeps it', async () => {
  const dir = folder();
  const lock = await held(dir);
  const child = spawn('sleep', ['300'], { stdio: ['ignore', 'ignore', 'ignore', lock] });
  closeSync(lock);
  expect(await lockFolder(dir)).toContain(`process ${child.pid} (sleep)`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  closeSync(await held(dir));
});
