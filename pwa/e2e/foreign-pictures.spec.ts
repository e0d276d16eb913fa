import { expect, readyForOffline, test } from './fixtures/offline-test.ts';
import type { TestTool } from './fixtures/shop-api.ts';

const host = 'https://pictures.example';
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('pictures of another host are shown at the second visit as at the first', async ({
  api,
  door,
  visitor,
}) => {
  const tools = await api.call<TestTool[]>('GET', '/tools');
  const body = JSON.stringify(tools.map((tool) => ({ ...tool, image: `${host}/${tool._id}.png` })));
  door.answer('/api/tools', { status: 200, type: 'application/json', body });
  await visitor.route(`${host}/**`, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') }),
  );
  const page = await visitor.newPage();
  for (const visit of ['first', 'second']) {
    await page.goto('/');
    await readyForOffline(page);
    const picture = page.locator(`img[src^="${host}"]`).first();
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth), visit)
      .toBeGreaterThan(0);
  }
});
