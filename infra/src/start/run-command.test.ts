import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

/** The first step of every command, on a machine whose PATH offers only what is given. */
function run(args: string[], path: string) {
  return spawnSync(process.execPath, [join(projectRoot, 'infra', 'bin', 'run.mjs'), ...args], {
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
