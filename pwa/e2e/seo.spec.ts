import { expect, test } from './fixtures/test.ts';

const publicPages = [
  { path: '/', title: /^Karigar$/, says: /hand tools made in Bangladesh/ },
  { path: '/tools', title: /^All tools · Karigar$/, says: /Every hand tool/ },
  { path: '/blog', title: /^Blog · Karigar$/, says: /Five questions/ },
  { path: '/myportfolio', title: /^My Portfolio · Karigar$/, says: /Who built Karigar/ },
  { path: '/privacy', title: /^Privacy policy · Karigar$/, says: /What Karigar keeps about you/ },
];

test('every public page has a title and a description of its own', async ({ page, tool }) => {
  const pages = [
    ...publicPages,
    { path: `/tools/${tool._id}`, title: new RegExp(`^${tool.name} · Karigar$`), says: /A smoothing plane/ },
  ];
  for (const { path, title, says } of pages) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(title);
    await expect(page.locator('meta[name="description"]'), path).toHaveAttribute('content', says);
  }
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
