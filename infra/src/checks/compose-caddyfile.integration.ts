import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../stack/places.ts';

test.for(['localhost', 'https://shop.example'])('the Caddyfile for containers is valid for %s', (domain) => {
  const home = mkdtempSync(join(tmpdir(), 'karigar-caddyfile-'));
  const config = join(projectRoot, 'infra', 'compose', 'Caddyfile');
  const { status, stderr } = spawnSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], {
    env: {
      PATH: process.env.PATH,
      SHOP_DOMAIN: domain,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
    },
    encoding: 'utf8',
  });
  rmSync(home, { recursive: true, force: true });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
});
