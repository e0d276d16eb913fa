import { expect, test } from './fixtures/test.ts';

test('with forced colours the chosen tab and the open page can be told from the others', async ({
  adminPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/manageorders');
  const looks = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, borderBottomColor } = getComputedStyle(one);
        return `${backgroundColor} ${borderBottomColor}`;
      }),
    );
  await expect(page.getByRole('tab', { selected: true })).toBeVisible({ timeout: 60_000 });
  for (const [chosen, others] of [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['nav a[aria-current]', 'nav a:not([aria-current])'],
  ] as const) {
    const [look = 'none'] = await looks(chosen);
    expect(await looks(others)).not.toContain(look);
  }
});
