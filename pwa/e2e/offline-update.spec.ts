import type { Page, Route } from '@playwright/test';
import { expect, readyForOffline, test } from './fixtures/offline-test.ts';
import type { ShopDoor } from './fixtures/shop-door.ts';

const notice = (page: Page) => page.locator('[data-notice=update]');
const text = async (door: ShopDoor, path: string) => (await fetch(`${door.url}${path}`)).text();

/** Deploys the next release behind the door: the same pages with another mark, and a worker that knows of it. */
async function deployNext(door: ShopDoor): Promise<void> {
  const [worker, index] = await Promise.all([text(door, '/sw.js'), text(door, '/index.html')]);
  const nextIndex = index.replace('<head>', '<head><meta name="release" content="next">');
  const nextWorker = worker
    .replace(/("?url"?:\s*["'`]index\.html["'`])/, '$1,"next":1')
    .replace(
      /("?revision"?:\s*["'`])[0-9a-f]{32}(["'`],\s*"?url"?:\s*["'`]index\.html)/,
      `$1${'0'.repeat(32)}$2`,
    );
  // On a slow device the old worker is removed before the new one is there, and the page itself comes over the network.
  for (const path of ['/', '/index.html', '/blog']) {
    door.answer(path, { status: 200, type: 'text/html; charset=utf-8', body: nextIndex });
  }
  door.answer('/sw.js', { status: 200, type: 'text/javascript', body: `${nextWorker}\n// next` });
  const notes = JSON.stringify({ notes: ['Sharper saws.'] });
  door.answer('/whats-new.json', { status: 200, type: 'application/json', body: notes });
}

/** Asks for the next worker; not waited for, as a rescued page may be reloaded in the middle of the question. */
const lookForUpdate = (page: Page) =>
  page.evaluate(() => {
    void navigator.serviceWorker.ready.then((registration) => registration.update());
  });

test('a new release is offered with its news, waits for a half-filled form, and is applied after', async ({
  door,
  tool,
  customerPage: page,
}) => {
  await page.goto(`/purchase/${tool._id}`);
  await page.getByLabel('Address').fill('House 12');
  await deployNext(door);
  await lookForUpdate(page);
  await expect(notice(page)).toContainText('You can update once you finish here.');
  await expect(notice(page).getByRole('button')).toHaveCount(0);

  await page.getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toContainText('New: Sharper saws.');
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await notice(page).boundingBox())?.height).toBeLessThanOrEqual(48);
  await notice(page).getByRole('button', { name: 'Update now' }).click();
  await expect.poll(() => page.locator('meta[name=release]').count()).toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice(page)).toBeHidden();

  await page.goto(`/purchase/${tool._id}`);
  await expect(page.getByLabel('Address')).toHaveValue('House 12');
});

test('a shop that has grown too new for the page says so instead of failing', async ({ door, visitor }) => {
  const problem = {
    type: '/api/docs#CLIENT_TOO_OLD',
    title: 'Too old',
    status: 426,
    detail: 'There’s a new version of the shop. Reload the page to continue.',
    code: 'CLIENT_TOO_OLD',
    requestId: 'none',
  };
  door.answer('/api/tools', { status: 426, type: 'application/problem+json', body: JSON.stringify(problem) });
  const page = await visitor.newPage();
  await page.goto('/tools');
  await expect(notice(page)).toContainText('Update the shop to keep ordering.');
  door.answer('/api/tools', null);
  await notice(page).getByRole('button', { name: 'Update now' }).click();
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

/** Serves the rescue worker in the place of the page's own. */
async function deployRescue(door: ShopDoor): Promise<void> {
  const body = await text(door, '/kill-switch.js');
  door.answer('/sw.js', { status: 200, type: 'text/javascript', body });
}

const keptCaches = (page: Page) => page.evaluate(async () => (await caches.keys()).length);
const isHeld = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);
/** A mark on the document of a page that is to be rescued: gone once it has been loaded anew. */
const marked = (page: Page) => page.locator('html[data-before-rescue]');
const mark = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-before-rescue', ''));

test('the rescue worker frees a page even from a bad worker that never finishes', async ({
  door,
  visitor,
}) => {
  const worker = await text(door, '/sw.js');
  const hangs = `self.addEventListener('fetch', (event) => {
    if (event.request.url.endsWith('/never')) event.respondWith(new Promise(() => undefined));
  });`;
  door.answer('/sw.js', { status: 200, type: 'text/javascript', body: `${hangs}\n${worker}` });
  const page = await visitor.newPage();
  await page.goto('/blog');
  await readyForOffline(page);
  await page.evaluate(() => void fetch('/never').catch(() => undefined));
  await mark(page);
  await deployRescue(door);
  await lookForUpdate(page);
  await expect(marked(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => isHeld(page)).toBe(false);

  await mark(page);
  const next = await visitor.newPage();
  await next.goto('/tools');
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => isHeld(next)).toBe(false);
  await expect(marked(page)).toHaveCount(1);
  // The bad worker's last picture may have come after the first page had emptied them; each later visit does so again.
  await expect.poll(() => keptCaches(next)).toBe(0);
});

test('the rescue worker reloads a page of which no script runs', async ({ door, visitor }) => {
  const broken = '<!doctype html><title>Broken</title><h1>Broken</h1>';
  const bad = `self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate') return;
      event.respondWith(new Response(${JSON.stringify(broken)}, { headers: { 'content-type': 'text/html' } }));
    });`;
  door.answer('/sw.js', { status: 200, type: 'text/javascript', body: bad });
  const page = await visitor.newPage();
  await page.goto('/blog');
  await readyForOffline(page);
  await page.goto('/blog#unchanged');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Broken' })).toBeVisible();
  await deployRescue(door);
  await lookForUpdate(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Broken' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a page of which a part does not come says so, and reloads once where the shop lacks that part', async ({
  browser,
  door,
}) => {
  const context = await browser.newContext({ baseURL: door.url, serviceWorkers: 'block' });
  const part = /\/assets\/blog-page-.*\.js/;
  const breakOff = (route: Route) => (route.request().method() === 'HEAD' ? route.continue() : route.abort());
  await context.route(part, breakOff);
  const openBlog = async () => {
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
    await page.getByRole('link', { name: 'Blog' }).click();
    await asked;
    return {
      broke: page.getByRole('heading', { name: 'Something went wrong on this page' }),
      loads: () => loads,
    };
  };

  const present = await openBlog();
  await expect(present.broke).toBeVisible();

  await context.unroute(part, breakOff);
  await context.route(part, (route) => route.fulfill({ status: 404, body: '' }));
  const former = await openBlog();
  await expect.poll(former.loads).toBe(1);
  await expect(former.broke).toBeVisible();
  expect([present.loads(), former.loads()]).toEqual([0, 1]);
  await context.close();
});
