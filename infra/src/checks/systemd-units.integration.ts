import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

const folder = join(projectRoot, 'infra', 'systemd');
const units = ['karigar', 'karigar-redis', 'karigar-export', 'karigar-verify', 'karigar-keys'];
const timers = ['karigar-export', 'karigar-verify', 'karigar-keys'];

/** What systemd finds wrong with these files; a word that it does not know is only said, not counted as a fault. */
function faultsIn(files: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    encoding: 'utf8',
  });
  if (error) throw error;
  return `${stdout}${stderr}${status === 0 ? '' : `exit code ${status}`}`;
}

test('systemd takes every unit and timer', () => {
  const files = [...units.map((name) => `${name}.service`), ...timers.map((name) => `${name}.timer`)];
  expect(faultsIn(files.map((file) => join(folder, file)))).toBe('');
});

test('systemd takes a timer’s unit with the lines for containers, and names a word that it does not know', () => {
  const settings = readFileSync(join(folder, 'karigar-verify.service'), 'utf8');
  const dir = mkdtempSync(join(tmpdir(), 'karigar-units-'));
  const file = join(dir, 'karigar-verify.service');
  writeFileSync(file, `${settings}\n${readFileSync(join(folder, 'docker.conf'), 'utf8')}`);
  const faults = faultsIn([file]);
  writeFileSync(file, settings.replace('Type=oneshot', 'Typ=oneshot'));
  const ofWrongUnit = faultsIn([file]);
  rmSync(dir, { recursive: true });
  expect(faults).toBe('');
  expect(ofWrongUnit).toContain('Unknown key');
});
