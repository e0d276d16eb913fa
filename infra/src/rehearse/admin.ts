import { join } from 'node:path';
import { demoAccounts } from '../stack/demo-environment.ts';
import { projectRoot } from '../stack/places.ts';
import { bought } from './customer.ts';
import { fillLogin, type Visitor } from './people.ts';
import type { ProductionShop } from './production-shop.ts';
import type { Walk } from './walk.ts';

const added = 'Rehearsal Mallet';

/** Walks an admin through shipping, a refund and a new product; the customer's page is open meanwhile, at My Orders. */
export async function walkAdmin(
  walk: Walk,
  shop: ProductionShop,
  { page, picture }: Visitor,
  customer: Visitor,
): Promise<void> {
  walk.begin('An admin');
  const ordersOf = (tab: string) => `/dashboard/manageorders?tab=${tab}&find=${encodeURIComponent(bought)}`;
  const rows = page.locator('tr[data-row]').filter({ hasText: 'nasrin@karigar.example' });
  await walk.step('signs in', 'Manage All Orders opens with what waits to be shipped', async () => {
    await page.goto('/login');
    await fillLogin(page, demoAccounts[1]);
    await page.locator('[data-display-name]').waitFor({ state: 'attached' });
    await page.goto(ordersOf('ship'));
    await rows.nth(1).waitFor();
    await picture('manage-orders');
    return `${await rows.count()} orders of the customer to ship`;
  });
  await walk.step('ships an order', 'the customer’s open page says Shipped by itself', async () => {
    await customer.page.goto('/dashboard/myorders');
    await customer.page.getByText('Paid', { exact: true }).first().waitFor();
    await rows
      .last()
      .getByRole('button', { name: /^Ship K-/ })
      .click();
    await page.getByText('Successfully made an order shipped.').waitFor();
    await customer.page.getByText('Shipped', { exact: true }).first().waitFor();
    return 'Shipped on both pages, without a reload';
  });
  await walk.step('refunds the other one', 'the money goes back, and the customer sees it', async () => {
    await page.goto(ordersOf('ship'));
    await rows.first().getByRole('link').first().click();
    const drawer = page.getByRole('dialog', { name: bought });
    await drawer.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: /^Refund \$/ });
    await dialog.getByLabel('Reason').selectOption('Out of stock');
    await dialog.getByRole('button', { name: /^Refund \$/ }).click();
    await page.getByText(/^Refunded \$\d+\.$/).waitFor();
    await picture('refund');
    await customer.page
      .getByText(/Refunded/)
      .first()
      .waitFor();
    await customer.picture('refunded');
    return 'Refunded on both pages';
  });
  await walk.step(
    'adds a product with a picture',
    'both servers show it, and serve the picture',
    async () => {
      await page.goto('/dashboard/addproduct');
      await page.getByLabel('Tools name').fill(added);
      await page.getByLabel('Unit price').fill('19');
      await page.getByLabel('Minimum order quantity').fill('3');
      await page.getByLabel('Available quantity').fill('3000');
      await page
        .getByRole('textbox', { name: 'Description', exact: true })
        .fill('Turned from one piece of beech, for chisels that stay sharp.');
      const picture_ = join(projectRoot, 'infra', 'assets', 'pictures', 'claw-hammer.webp');
      await page.locator('input[type="file"]').setInputFiles(picture_);
      await page.getByRole('button', { name: 'Add tool' }).click();
      await page.getByText('Product added successfully').waitFor({ timeout: 90_000 });
      await picture('add-product');
      const sizes = await Promise.all(shop.servers.map(({ url }) => pictureAt(url)));
      if (new Set(sizes).size !== 1) throw new Error(`the servers serve ${sizes.join(' and ')} bytes`);
      return `the same picture of ${sizes[0]} bytes from each server`;
    },
  );
  await walk.step('reads Operations', 'what was done, and by whom', async () => {
    await page.goto('/dashboard/operations');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(demoAccounts[1].email).first().waitFor();
    await picture('operations');
    return 'the admin’s own deeds stand there';
  });
}

/** Gives the size of the new tool's picture as one server serves it. */
async function pictureAt(url: string): Promise<number> {
  const tools = (await (await fetch(`${url}/api/tools`)).json()) as { name: string; image: string }[];
  const image = tools.find(({ name }) => name === added)?.image;
  if (image === undefined) throw new Error(`${url} does not show the new tool`);
  const answer = await fetch(`${url}${image}`);
  if (!answer.ok) throw new Error(`${url}${image} answers ${answer.status}`);
  return (await answer.bytes()).length;
}
