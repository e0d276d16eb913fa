import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newMark } from '../../infra/src/seed/new-mark.ts';
import { takePhoto } from './fixtures/camera-photo.ts';
import type { TestTool } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

const picture = 'infra/assets/pictures/claw-hammer.webp';
/** The page makes a large picture smaller, and the shop encodes it in several forms and sizes before it answers: slow on a busy machine. */
const encoded = { timeout: 60_000 };
const required = [
  'Tools Name required',
  'Price is required',
  'Minimum Order Quantity required',
  'Available Quantity required',
  'Tools Description is required',
  'Image is required',
];

async function fillTool(page: Page, name: string) {
  await page.getByLabel('Tools name').fill(name);
  await page.getByLabel('Unit price').fill('19');
  await page.getByLabel('Minimum order quantity').fill('3');
  await page.getByLabel('Available quantity').fill('30');
  await page
    .getByRole('textbox', { name: 'Description', exact: true })
    .fill('Forged in one piece, and balanced for a whole day of work.');
  await page.locator('input[type="file"]').setInputFiles(picture);
}

test.describe('adding a tool', () => {
  test('asks for each field, previews the picture and puts the tool into the shop, where its other names find it', async ({
    adminPage: page,
  }) => {
    // Of letters alone, which no other test's tool has.
    const mark = randomUUID()
      .replaceAll(/[^a-f]/g, '')
      .padEnd(8, 'z');
    const name = `Hammer ${newMark()}`;
    await page.goto('/dashboard/addproduct');
    await page.getByRole('button', { name: 'Add tool' }).click();
    for (const message of required) await expect(page.getByText(message)).toBeVisible();

    await fillTool(page, name);
    await page.getByLabel('Other names').fill(`mallet, হাতুড়ি ${mark}`);
    await expect(page.getByRole('img', { name: 'Preview of claw-hammer.webp' })).toBeVisible();
    await page.getByRole('button', { name: 'Add tool' }).click();
    await expect(page.getByText('Product added successfully')).toBeVisible(encoded);
    await expect(page.getByLabel('Tools name')).toHaveValue('');

    await page.goto(`/dashboard/manageoproducts?search=${encodeURIComponent(name)}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Forged in one piece, and balan...');
    await expect(row).toContainText('$19');
    await expect(row.getByRole('img', { name })).toBeVisible();

    await page.goto(`/tools?search=${encodeURIComponent(`${mark} হাতুড়ি`)}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(name);
    await expect(page.getByRole('status').filter({ hasText: /^1 tool$/ })).toBeVisible();
  });

  test('makes a photo of 12 MB smaller, upright, and says how far it is on a slow line', async ({
    adminPage: page,
    api,
    context,
  }) => {
    const name = `Level ${newMark()}`;
    await page.goto('/dashboard/addproduct');
    await fillTool(page, name);
    const photo = test.info().outputPath('photo.jpg');
    await takePhoto(photo);
    const { size: taken } = await stat(photo);
    expect(taken).toBeGreaterThan(12_000_000);
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
    await page.locator('input[type="file"]').setInputFiles(photo);
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    });
    const sent = page.waitForRequest('**/api/images');
    await page.getByRole('button', { name: 'Add tool' }).click();
    await expect(page.getByText(/^Uploading the picture, [1-9]\d? %$/)).toBeVisible(encoded);
    await expect(page.getByText('Product added successfully')).toBeVisible(encoded);
    const length = Number(await (await sent).headerValue('content-length'));
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(taken / 6);

    const tools = await api.call<TestTool[]>('GET', '/tools');
    const image = tools.find((tool) => tool.name === name)?.image ?? '';
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return { width, height };
    }, image);
    expect(size).toEqual({ width: 1_200, height: 1_600 });
  });
});

test.describe('managing products', () => {
  const openRow = async (page: Page, name: string) => {
    await page.goto('/dashboard/manageoproducts');
    await page.getByRole('searchbox', { name: 'Tools name' }).fill(name);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/search=/);
    return page.getByRole('row').filter({ hasText: name });
  };

  test('changes the price and adds to the stock', async ({ adminPage: page, api, tool }) => {
    const row = await openRow(page, tool.name);
    await row.getByRole('button', { name: `Edit ${tool.name}` }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Unit price').fill('15');
    await drawer.getByLabel('Stock').selectOption('Add stock');
    await drawer.getByLabel('Quantity to add').fill('5');
    await expect(drawer.getByText('40 available now, 45 after this')).toBeVisible();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${tool.name} is saved.`)).toBeVisible();
    await expect(row).toContainText('$15');
    await expect(row).toContainText('45');
    expect(await api.call('GET', `/tools/${tool._id}`)).toMatchObject({ price: 15, availableQuantity: 45 });
  });

  test('takes pieces away for a reason, never more than are there', async ({
    adminPage: page,
    api,
    tool,
  }) => {
    const row = await openRow(page, tool.name);
    await row.getByRole('button', { name: `Edit ${tool.name}` }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Stock').selectOption('Remove stock');
    await drawer.getByLabel('Quantity to remove').fill('1.5');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText(/^Write a whole number/)).toBeVisible();
    await expect(drawer.getByText('Choose why you are removing stock')).toBeVisible();
    await expect(drawer.getByLabel('Quantity to remove')).toHaveValue('1.5');

    await drawer.getByLabel('Quantity to remove').fill('41');
    await drawer.getByLabel('Reason').selectOption('Damaged');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByRole('alert')).toContainText('Only 40 left in stock.');
    await drawer.getByLabel('Quantity to remove').fill('4');
    await expect(drawer.getByText('40 available now, 36 after this')).toBeVisible();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${tool.name} is saved.`)).toBeVisible();
    expect(await api.call('GET', `/tools/${tool._id}`)).toMatchObject({ availableQuantity: 36 });
  });

  test('shows another admin’s change and loses nothing of this one', async ({
    adminPage: page,
    api,
    admin,
    tool,
  }) => {
    const row = await openRow(page, tool.name);
    await row.getByRole('button', { name: `Edit ${tool.name}` }).click();
    const drawer = page.getByRole('dialog');
    await drawer
      .getByRole('textbox', { name: 'Description', exact: true })
      .fill('My new words about this plane.');
    await api.call('PUT', `/tools/${tool._id}`, { token: admin.token, body: { price: 21 } });
    await drawer.getByRole('button', { name: 'Save' }).click();

    const conflict = drawer.getByRole('alert').filter({ hasText: 'Another admin has changed this tool' });
    await expect(conflict).toContainText('Unit price is now $21');
    await expect(drawer.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue(
      'My new words about this plane.',
    );
    await expect(drawer.getByLabel('Unit price')).toHaveValue('21');
    await drawer.getByRole('button', { name: 'Overwrite and save' }).click();
    await expect(page.getByText(`${tool.name} is saved.`)).toBeVisible();
    expect(await api.call('GET', `/tools/${tool._id}`)).toMatchObject({
      price: 21,
      description: 'My new words about this plane.',
    });
  });

  test('deletes a tool after asking once more', async ({ adminPage: page, tool }) => {
    const row = await openRow(page, tool.name);
    await row.getByRole('button', { name: 'Delete Tool' }).click();
    const modal = page.getByRole('dialog');
    await expect(modal).toContainText(tool.name);
    await modal.getByRole('button', { name: 'Delete Tool' }).click();
    await expect(page.getByText('Suuccessfully deleted')).toBeVisible();
    await expect(row).toHaveCount(0);
  });
});
