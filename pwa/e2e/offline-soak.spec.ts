import { expect, test } from './fixtures/offline-test.ts';
import { placeOrder } from './fixtures/pages/purchase-page.ts';
import { savedOnDevice } from './fixtures/saved-on-device.ts';
import type { DoorMode } from './fixtures/shop-door.ts';

/** SOAK_ORDERS=60 took two minutes, so 90 are about three; SOAK_SEED repeats a run. */
const orders = Number(process.env.SOAK_ORDERS ?? 4);
const seed = Number(process.env.SOAK_SEED ?? 7);

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
function chances(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('orders made while the network comes and goes are all there in the end, none twice', async ({
  admin,
  api,
  customer,
  door,
  ordersOf,
  customerPage: page,
}) => {
  test.setTimeout(90_000 + orders * 10_000);
  const chance = chances(seed);
  const earlier = await Promise.all(Array.from({ length: orders - 1 }, () => api.newTool(admin)));
  const newest = await api.newTool(admin);
  const tools = [...earlier, newest];
  await page.goto('/tools');
  // All tools come in one answer, newest first, and the page shows only the first of many.
  await expect(page.getByText(newest.name).first()).toBeVisible();
  await savedOnDevice(page, newest);

  const weathers: (DoorMode | 'closed')[] = ['closed', 'lose-answers', 'open', 'hang'];
  for (const tool of tools) {
    const weather = weathers[Math.floor(chance() * weathers.length)] ?? 'open';
    if (weather === 'closed') await door.close();
    else {
      await door.open();
      door.mode = weather;
    }
    await placeOrder(page, tool);
    if (weather === 'open') await expect(page).toHaveURL(/\/dashboard\/orders\//, { timeout: 60_000 });
    else
      await expect(
        page
          .getByText(
            /We couldn’t confirm your order yet|The shop is busy|Something went wrong on our side|Saved on this device/,
          )
          .first(),
      ).toBeVisible({
        timeout: 60_000,
      });
  }

  await door.open();
  await page.goto('/dashboard/myorders');
  await expect(page.getByText(`You have - ${orders} order(s)`)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-outbox-badge]')).toBeHidden();
  const names = (await ordersOf(customer)).map(({ toolsName }) => toolsName).sort();
  expect(names).toEqual(tools.map(({ name }) => name).sort());
});
