import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { shopSettings } from './shop-settings.ts';

it('takes from the note of a running local shop what another server needs to let the same people in', () => {
  const dir = mkdtempSync(join(tmpdir(), 'karigar-settings-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const note = {
    ...{ REDIS_URL: 'redis://127.0.0.1:1', SIMULATOR_URL: 'http://127.0.0.1:2' },
    ...{ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3', ADMIN_EMAILS: 'admin@karigar.example' },
  };
  writeFileSync(join(dir, 'running.json'), JSON.stringify(note));
  expect(shopSettings({ DATA_DIR: dir })).toMatchObject({
    redisUrl: 'redis://127.0.0.1:1',
    variables: {
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:3',
      SIMULATOR_URL: 'http://127.0.0.1:2',
      ADMIN_EMAILS: 'admin@karigar.example',
    },
  });
});
