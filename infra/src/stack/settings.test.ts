import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDataDir } from './data-dir.ts';
import { StackFault } from './fault.ts';
import { isLocal, readEnvironment, settingsFrom } from './settings.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'karigar-settings-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test('the environment of the process wins over the file, and empty values count as absent', () => {
  const file = join(dir, '.env');
  writeFileSync(file, 'PORT=9000\nHOST=0.0.0.0\nREDIS_URL=\n# a remark\n');
  const settings = settingsFrom(readEnvironment({ PORT: '9001' }, file));
  expect(settings).toMatchObject({
    port: 9001,
    host: '0.0.0.0',
    redisUrl: null,
    useEmulator: true,
    useSimulator: true,
  });
});

test('a missing file is no fault', () => {
  expect(readEnvironment({}, join(dir, 'none'))).toEqual({});
});

test('the example file starts the local shop', () => {
  const settings = settingsFrom(readEnvironment({}, join(import.meta.dirname, '../../../.env.example')));
  expect(settings).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    redisUrl: null,
    useEmulator: true,
    useSimulator: true,
  });
});

test('an unreadable file is named', () => {
  const file = join(dir, '.env');
  mkdirSync(file);
  expect(() => readEnvironment({}, file)).toThrow(
    new StackFault(
      `The file ${file} cannot be read (EISDIR): make it a text file that this user may read, or remove it.`,
    ),
  );
});

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['192.168.1.4', false],
  ['127.0.0.1.example.com', false],
])('a shop at %s is reached from this machine alone: %s', (host, local) => {
  expect(isLocal(host)).toBe(local);
});

test('values that cannot be meant are named all at once, as the server would', () => {
  const faults = 'PORT must be a port number from 0 to 65535\n  - MAX_HELD_SHARE must be a share from 0.01';
  expect(() => settingsFrom({ PORT: 'eighty', MAX_HELD_SHARE: '25' })).toThrow(faults);
  expect(() => settingsFrom({ STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow('STRIPE_SECRET_KEY is a live key');
});

test('a data folder that is a file is refused with what to do', async () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  await expect(prepareDataDir(file)).rejects.toThrow(
    `DATA_DIR (${file}) is, or lies below, a file: set DATA_DIR to a folder.`,
  );
});
