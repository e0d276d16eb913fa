import { expect, test } from './fixtures/test.ts';

/** Paper in CSS pixels, at a scale of the print dialog: A4 upright and on its side, Letter at 60 %. */
const papers = [
  { name: 'A4 upright', width: 794, height: 1123 },
  { name: 'A4 on its side', width: 1123, height: 794 },
  { name: 'Letter at 60 %', width: 1360, height: 1760 },
  { name: 'A4 on its side at 60 %', width: 1872, height: 1323 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a receipt fills the width of each paper, in the ${colorScheme} scheme too`, async ({
    page,
    api,
    customer,
    order,
    signIn,
  }) => {
    await api.pay(customer, order._id);
    await page.emulateMedia({ colorScheme });
    await signIn(page, customer);
    await page.goto(`/dashboard/orders/${order._id}`);
    const receipt = page.getByRole('article', { name: 'Receipt' });
    await expect(receipt).toBeVisible();
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expect(receipt).toHaveCSS('border-top-width', '0px');
    await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toHaveCSS(
      'color',
      'rgb(0, 0, 0)',
    );
    for (const { name, width, height } of papers) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(async () => ((await receipt.boundingBox())?.width ?? 0) / width, name)
        .toBeGreaterThan(0.85);
    }
  });
}
