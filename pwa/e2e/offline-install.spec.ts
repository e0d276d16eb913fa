import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, readyForOffline, test } from './fixtures/offline-test.ts';

test('the browser finds nothing that keeps the shop from being installed', async ({
  door,
  launchOptions,
  playwright,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'karigar-profile-'));
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: door.url,
  });
  try {
    const page = await context.newPage();
    await page.goto('/');
    await readyForOffline(page);
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { data = '{}', errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data)).toMatchObject({ id: '/', short_name: 'Karigar', display: 'standalone' });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
