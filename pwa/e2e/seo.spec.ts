import { crawledPage } from '../../bff/src/static/testing/crawled-page.ts';
import { expect, test } from './fixtures/test.ts';

const publicPages = [
  { path: '/', title: /^Karigar$/, says: /hand tools made in Bangladesh/ },
  { path: '/tools', title: /^All tools · Karigar$/, says: /Every hand tool/ },
  { path: '/blog', title: /^Blog · Karigar$/, says: /Five questions/ },
  { path: '/myportfolio', title: /^My Portfolio · Karigar$/, says: /Who built Karigar/ },
  { path: '/privacy', title: /^Privacy policy · Karigar$/, says: /What Karigar keeps about you/ },
  { path: '/login', title: /^Login · Karigar$/, says: /Log in to Karigar/ },
  { path: '/signup', title: /^Signup · Karigar$/, says: /Create an account/ },
  { path: '/tools/none', title: /^Tool not found · Karigar$/, says: /no longer sell this tool/ },
];

test('every public page has a title and a description of its own, before and after its scripts', async ({
  page,
  request,
  tool,
}) => {
  const pages = [
    ...publicPages,
    { path: `/tools/${tool._id}`, title: new RegExp(`^${tool.name} · Karigar$`), says: /A smoothing plane/ },
  ];
  for (const { path, title, says } of pages) {
    const served = crawledPage(await (await request.get(path)).text());
    expect(served.title, path).toMatch(title);
    await page.goto(path);
    await expect(page.locator('h1').first(), path).toBeVisible();
    await expect(page.locator('[data-prerendered]'), path).toHaveCount(0);
    await expect(page, path).toHaveTitle(served.title);
    const description = page.locator('meta[name="description"]');
    await expect(description, path).toHaveAttribute('content', says);
    await expect(description, path).toHaveAttribute('content', served.meta.description ?? '');
  }
});

test('a link to a tool shows its picture and price, which the policy of the page lets be', async ({
  page,
  tool,
}) => {
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { found });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      found.push(violatedDirective),
    );
  });
  const reported: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reported.push(message.text()));
  const answer = await page.goto(`/tools/${tool._id}`);
  const { canonical, meta, data } = crawledPage((await answer?.text()) ?? '');
  expect(meta).toMatchObject({
    'og:image': expect.stringMatching(/-link\.jpg$/),
    'product:price:amount': '12',
  });
  expect(data.Product).toMatchObject({ name: tool.name });
  await expect(page.getByRole('heading', { name: tool.name })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { found: string[] }).found)).toEqual([]);
  expect(reported).toEqual([]);
  // What a browser shares is this address, on this page only.
  const address = page.locator('link[rel="canonical"]');
  await expect(address).toHaveAttribute('href', canonical ?? '');
  await page.getByRole('link', { name: 'All tools' }).first().click();
  await expect(page).toHaveTitle('All tools · Karigar');
  await expect(address).toHaveCount(0);
});

test('search engines find the public pages and every tool, and nothing of a person', async ({
  request,
  tool,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /dashboard');
  const address = /^Sitemap: (.+)$/m.exec(robots)?.[1] ?? '';
  const sitemap = await (await request.get(address)).text();
  for (const path of ['/tools', '/blog', '/privacy', `/tools/${tool._id}`])
    expect(sitemap).toContain(`${path}</loc>`);
  expect(sitemap).not.toContain('/dashboard');
});
