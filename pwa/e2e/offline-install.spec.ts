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

test('unsent work survives the upgrade of an older database', async ({
  customer,
  ordersOf,
  signIn,
  tool,
  visitor,
}) => {
  const page = await visitor.newPage();
  await page.goto('/api/healthz');
  await page.evaluate(
    ({ uid, email, name, toolId, toolsName }) =>
      new Promise<void>((resolve, reject) => {
        // The database as the first release made it. Dexie counts its versions in tens.
        const opening = indexedDB.open(`karigar-person-${uid}`, 10);
        opening.onupgradeneeded = () => {
          const db = opening.result;
          db.createObjectStore('orders', { keyPath: '_id' }).createIndex('createdAt', 'createdAt');
          db.createObjectStore('profile', { keyPath: 'email' });
          db.createObjectStore('drafts', { keyPath: 'key' });
          db.createObjectStore('meta', { keyPath: 'key' });
          const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
          outbox.createIndex('createdAt', 'createdAt');
          outbox.createIndex('status', 'status');
          outbox.add({
            id: '6f1f9a34-70f0-4f4b-9a55-1f6a1d2f3b4c',
            uid,
            createdAt: Date.now(),
            status: 'saved',
            delay: null,
            work: {
              kind: 'order',
              picture: '',
              order: {
                toolId,
                toolsName,
                email,
                name,
                address: 'House 12',
                city: 'Dhaka',
                zip: '1209',
                quantity: 2,
                unitPrice: 12,
              },
            },
          });
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
        opening.onerror = () => reject(opening.error);
      }),
    { ...customer, toolId: tool._id, toolsName: tool.name },
  );
  await signIn(page, customer);
  await page.goto('/dashboard/myorders');
  await expect(page.getByText('You have - 1 order(s)')).toBeVisible();
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
});
