import type { Page } from '@playwright/test';
import { newMark } from '../../infra/src/seed/new-mark.ts';
import { expect, readyForOffline, test } from './fixtures/offline-test.ts';
import { savedOnDevice } from './fixtures/saved-on-device.ts';

const oneTool = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^1 tool$/ });

test('chips narrow the tools to one category, which the address and the tool’s page name', async ({
  api,
  admin,
  page,
}) => {
  const category = `Planes ${newMark()}`;
  const tool = await api.newTool(admin, { category });
  await page.goto('/tools');
  const chip = page.getByRole('radio', { name: category });
  await expect(chip).not.toBeChecked();
  const target = page.locator('label').filter({ hasText: category });
  expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await target.click();
  await expect(oneTool(page)).toBeVisible();
  await expect(page).toHaveURL(/category=Planes/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(chip).toBeChecked();
  await expect(target).toBeInViewport({ ratio: 0.9 });
  await expect(oneTool(page)).toBeVisible();
  await page.getByRole('heading', { name: tool.name }).getByRole('link').click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(category).click();
  await expect(oneTool(page)).toBeVisible();

  await page.getByRole('radio', { name: 'All' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();
  await expect(page).toHaveURL(/\/tools$/);
});

test('a picture is enlarged by keyboard, described in its own words, and gives the focus back', async ({
  api,
  admin,
  page,
}) => {
  const tool = await api.newTool(admin, { alt: `A plane on a bench ${newMark()}` });
  await page.goto(`/tools/${tool._id}`);
  const opener = page.getByRole('button', { name: 'Enlarge the picture' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: tool.name });
  const picture = dialog.getByRole('img', { name: tool.alt ?? '' });
  await expect(picture).toBeInViewport();
  await dialog.getByRole('button', { name: 'Full size' }).click();
  await expect.poll(() => picture.evaluate(({ clientWidth }) => clientWidth)).toBe(1_200);
  await dialog.getByRole('button', { name: 'Fit to the screen' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('tools are found, a category is filtered and a picture enlarged with the shop gone', async ({
  api,
  admin,
  door,
  visitor,
}) => {
  const category = `Planes ${newMark()}`;
  const tool = await api.newTool(admin, { category });
  const page = await visitor.newPage();
  await page.goto(`/tools/${tool._id}`);
  await readyForOffline(page);
  await savedOnDevice(page, tool);
  // The worker takes the first page over only after its picture has come.
  await page.reload();
  await expect(page.getByRole('img', { name: tool.name })).toBeVisible();
  await door.close();

  await page.goto('/tools');
  const search = page.getByRole('searchbox', { name: 'Search' });
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await search.pressSequentially('hamer');
  await expect(names.first()).toContainText('Hammer');
  await expect(names.filter({ hasNotText: 'Hammer' })).toHaveCount(0);
  await expect(page).toHaveURL(/search=hamer$/);
  await search.fill('qzxv');
  await expect(
    page.getByText('No tools match “qzxv”. Check the spelling or try another word.'),
  ).toBeVisible();
  await expect(names).toHaveCount(0);

  await page.goto(`/tools?category=${encodeURIComponent(category)}`);
  await expect(page.getByRole('radio', { name: category })).toBeChecked();
  await expect(oneTool(page)).toBeVisible();
  await page.getByRole('heading', { name: tool.name }).getByRole('link').click();
  await page.getByRole('button', { name: 'Enlarge the picture' }).click();
  const picture = page.getByRole('dialog', { name: tool.name }).getByRole('img', { name: tool.name });
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
