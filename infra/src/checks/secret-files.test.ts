import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

const secretFiles = [
  '.env',
  '.env.local',
  '.env.production',
  'live.env',
  'infra/compose/.env',
  'infra/compose/firebase.json',
  'infra/compose/alertmanager.yaml',
  'bff/.env',
  'infra/compose/.env~',
  'infra/compose/..env.swp',
  'shop.env.bak',
];

/** Whether `git add .` leaves a path out; a path that is committed already counts as any other. */
const gitIgnores = (path: string): boolean =>
  spawnSync('git', ['check-ignore', '--no-index', '--quiet', path], { cwd: projectRoot }).status === 0;
const imagePatterns = readFileSync(
  join(projectRoot, 'infra', 'container', 'Dockerfile.dockerignore'),
  'utf8',
).split('\n');

test.for(secretFiles)('%s, which may hold live keys, enters neither a commit nor an image', (path) => {
  expect(gitIgnores(path)).toBe(true);
  expect(imagePatterns.some((pattern) => pattern !== '' && matchesGlob(path, pattern))).toBe(true);
});

test('the example without secrets is committed', () => {
  expect(gitIgnores('.env.example')).toBe(false);
});
