import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

/** A project with one import of each kind, checked by the rules of ours. */
const imports = [
  ['infra/src/bench/downwards.ts', '../stack/shop.ts'],
  ['infra/src/stack/upwards.ts', '../bench/downwards.ts'],
  ['infra/src/faults/sideways.ts', '../bench/downwards.ts'],
  ['infra/src/helpers/without-a-step.ts', '../stack/shop.ts'],
  ['infra/src/seed/one.ts', './two.ts'],
  ['infra/src/seed/two.ts', './one.ts'],
] as const;
let said = '';

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'karigar-staircases-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('infra/src/stack/shop.ts', 'export type Thing = 1;\n');
  for (const [path, imported] of imports)
    write(path, `export type { Thing } from '${imported}';\n{ using _ = null; }\n`);
  const program = join(projectRoot, 'node_modules', '.bin', 'depcruise');
  const rules = join(projectRoot, '.dependency-cruiser.mjs');
  const done = spawnSync(process.execPath, [program, '--config', rules, 'infra/src'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  rmSync(folder, { recursive: true });
  expect(done.status).not.toBe(0);
  said = done.stdout;
}, 60_000);

test.for([
  [
    'up the staircase',
    'infra/src/stack imports only lower steps',
    'stack/upwards.ts → infra/src/bench/downwards.ts',
  ],
  [
    'to the same step',
    'infra/src/faults imports only lower steps',
    'faults/sideways.ts → infra/src/bench/downwards.ts',
  ],
  [
    'from a folder without a step',
    'infra/src: every folder has its step',
    'helpers/without-a-step.ts → infra/src/stack/shop.ts',
  ],
  ['in a circle', 'no circle of files', 'seed/one.ts'],
])('an import %s is named with its rule, for types too', ([, rule, where]) => {
  expect(said).toContain(`error ${rule}: infra/src/${where}`);
});

test('an import down the staircase is not', () => {
  expect(said).not.toContain('error infra/src/bench');
});
