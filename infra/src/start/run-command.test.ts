import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

/** The first step of every command, on a machine whose PATH offers only what is given. */
function run(args: string[], path: string, root = projectRoot) {
  return spawnSync(process.execPath, [join(root, 'infra', 'bin', 'run.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: path },
    timeout: 25_000,
  });
}

test('an unknown command is refused with the known ones', () => {
  const { status, stderr } = run(['stat'], '/nonexistent');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no command "stat". Known are: start, dev, test, reset, orders');
});

test('a missing Redis that may not be installed is one sentence that says what to do', () => {
  const { status, stderr } = run(['test'], '/nonexistent');
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    'Karigar needs redis-server or valkey-server, which is not installed: install it and start again.',
  ]);
});

test.for(['#', '?'])(
  'a folder with %s in its name is refused in one sentence before anything is installed',
  (sign) => {
    const folder = mkdtempSync(join(tmpdir(), 'karigar-folder-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const root = join(folder, `shop${sign}2`);
    mkdirSync(join(root, 'infra', 'src', 'start'), { recursive: true });
    writeFileSync(join(root, 'infra', 'src', 'start', 'start.ts'), '');
    cpSync(join(projectRoot, 'infra', 'bin'), join(root, 'infra', 'bin'), { recursive: true });
    const { status, stderr } = run(['start'], '/nonexistent', root);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `The page cannot be built in ${root}: rename the folder so that its path has neither "#" nor "?".\n`,
    );
  },
);
