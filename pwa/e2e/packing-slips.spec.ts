import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { TestOrder } from './fixtures/shop-api.ts';
import { expect, test } from './fixtures/test.ts';

/** The papers that couriers ask for; millimetres. */
const papers = [
  { name: 'A4', width: 210, height: 297 },
  { name: 'A5', width: 148, height: 210 },
  { name: 'A5 on its side', width: 210, height: 148 },
  { name: 'a label', width: 100, height: 150 },
];

/** The longest texts that an order may have, in wide letters and in Bangla. */
const receivers = [
  { name: 'Rahima Khatun', address: 'House 12, Road 7', city: 'Dhaka', zip: '1209', phone: '01711-222333' },
  {
    name: 'রহিমা খাতুন চৌধুরী '.repeat(6).trim(),
    address: 'বাড়ি ১২, সড়ক ৭, ধানমন্ডি আবাসিক এলাকা, '.repeat(7).trim(),
    city: 'ঢাকা '.repeat(24).trim(),
    zip: '১২০৯',
    phone: '01711-222333',
  },
  {
    name: 'W'.repeat(120),
    address: 'W'.repeat(300),
    city: 'W'.repeat(120),
    zip: 'W'.repeat(20),
    phone: '0'.repeat(40),
  },
];

const slips = (page: Page) => page.locator('[aria-label^="Packing slip"]');

/** The text of a PDF's objects: Chromium writes them as they are, Firefox packed together. */
function objectsOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const packed = [...text.matchAll(/\/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)endstream/g)];
  return [
    text,
    ...packed.map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')),
  ].join();
}

/** Counts the pages of a PDF: each has an object of its own. */
const pagesOf = (pdf: Buffer): number => objectsOf(pdf).match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

/** Prints what is in the page on a paper; gives the number of sheets. */
async function sheetsOn(page: Page, { width, height }: { width: number; height: number }): Promise<number> {
  // Playwright gives Firefox inches where it takes centimetres.
  const unit = page.context().browser()?.browserType().name() === 'firefox' ? 2.54 : 1;
  return pagesOf(await page.pdf({ width: `${width * unit}mm`, height: `${height * unit}mm` }));
}

/** Finds what is wider than its place where the slips are drawn as wide as a paper is inside its margins (millimetres). */
async function cutOn(page: Page, { width, height }: { width: number; height: number }): Promise<string[]> {
  const pixels = (length: number) => Math.floor(((length - 10) / 25.4) * 96);
  await page.setViewportSize({ width: pixels(width), height: pixels(height) });
  return slips(page).evaluateAll((all) =>
    all
      .flatMap((slip) => [slip, ...slip.querySelectorAll('*')])
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map((part) => part.outerHTML.slice(0, 80)),
  );
}

/** Keeps the browser from opening the dialogue of its printer, which would hold everything up. */
const withoutDialogue = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => undefined;
  });

for (const receiver of receivers) {
  test(`a packing slip is one page on every paper: ${receiver.name.slice(0, 13)}`, async ({
    page,
    api,
    customer,
    admin,
    signIn,
  }) => {
    const tool = await api.newTool(admin, {
      name: `${customer.uid.slice(0, 8)} ${receiver.name.slice(0, 100)}`,
    });
    const { order } = await api.call<{ order: TestOrder }>('POST', '/orders', {
      token: customer.token,
      idempotencyKey: customer.uid,
      body: { ...receiver, toolId: tool._id, email: customer.email, quantity: 2, unitPrice: tool.price },
    });
    await api.pay(customer, order._id);
    await withoutDialogue(page);
    await signIn(page, admin);
    await page.goto(`/dashboard/orders/K-${order.number}`);
    const print = page.getByRole('button', { name: 'Print packing slip' });
    for (const paper of papers) {
      await test.step(paper.name, async () => {
        await print.click();
        await expect(slips(page)).toHaveCount(1);
        expect(await sheetsOn(page, paper)).toBe(1);
      });
    }
    await print.click();
    await expect(slips(page)).toHaveCount(1);
    await expect(slips(page)).toContainText(receiver.address);
    await page.emulateMedia({ media: 'print' });
    for (const paper of papers) expect(await cutOn(page, paper), paper.name).toEqual([]);
  });
}

test('sixty packing slips are one print of sixty pages on every paper', async ({
  page,
  context,
  api,
  admin,
  customer,
  signIn,
  tool,
}) => {
  const paid = await api.newOrder(customer, tool);
  await api.pay(customer, paid._id);
  const order = await api.call<TestOrder>('GET', `/orders/order/${paid._id}`, { token: admin.token });
  const sixty = Array.from({ length: 60 }, (_, at) => ({
    ...order,
    ...receivers[at % receivers.length],
    _id: `ord_${at}`,
    number: 1000 + at,
  }));
  await context.route(/\/api\/orders\?/, (route) =>
    route.fulfill({ json: sixty, headers: { 'X-Total-Count': '60' } }),
  );
  await withoutDialogue(page);
  await signIn(page, admin);
  await page.goto('/dashboard/manageorders');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  for (const paper of papers) {
    await page.getByRole('button', { name: 'Print selected' }).click();
    await expect(slips(page)).toHaveCount(60);
    expect(await sheetsOn(page, paper), paper.name).toBe(60);
  }
});
