import type { Page, Request } from '@playwright/test';
import { type KillableShop, openKillableShop } from '../../infra/src/faults/killable-shop.ts';
import { expect, test as offline, readyForOffline } from './fixtures/offline-test.ts';
import { openOrderForm, sendOrderForm } from './fixtures/pages/purchase-page.ts';
import { type Person, ShopApi } from './fixtures/shop-api.ts';

/** The shop's own limit (ms) for the answer to a call. */
const answerLimit = 10_000;

interface HurtFixtures {
  /** A page of the server that is killed or stopped: the customer is signed in, and all is kept for the time without a server. */
  shopPage: Page;
  orderSends: OrderSends;
}

/** The tests' shop is one whose server they may stop and kill; people and tools are made through its witness. */
const test = offline.extend<HurtFixtures, { shop: KillableShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
    async ({}, use) => {
      const shop = await openKillableShop(process.env.E2E_URL ?? '');
      await use(shop);
      await shop.close();
    },
    { scope: 'worker' },
  ],
  api: [async ({ shop }, use) => use(new ShopApi(shop.witnessUrl)), { scope: 'worker' }],
  shopPage: async ({ browser, customer, shop, signIn }, use) => {
    const context = await browser.newContext({ baseURL: shop.server.url, serviceWorkers: 'allow' });
    const page = await context.newPage();
    await signIn(page, customer);
    await readyForOffline(page);
    await use(page);
    await context.close();
  },
  orderSends: async ({ shopPage }, use) => use(watchOrderSends(shopPage)),
});

// In one worker: its shop takes longer to start than these tests take.
test.describe.configure({ mode: 'default' });

/** Every sending of an order by a page, oldest first. */
interface OrderSends {
  /** The idempotency key of each. */
  keys: string[];
  /** For each that ended without an answer: why, and how long (ms) it waited. */
  givenUp: { why: string; after: number }[];
}

/** Notes from now on each order that the page sends, and how it ended. */
function watchOrderSends(page: Page): OrderSends {
  const sends: OrderSends = { keys: [], givenUp: [] };
  const begun = new Map<Request, number>();
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/api/orders')) return;
    begun.set(request, performance.now());
    sends.keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  page.on('requestfailed', (request) => {
    const since = begun.get(request);
    if (since === undefined) return;
    sends.givenUp.push({ why: request.failure()?.errorText ?? '', after: performance.now() - since });
  });
  return sends;
}

/** The page says that the order is under way, and nothing about it being placed. */
async function expectUnderWay(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { name: /We couldn’t confirm your order yet|The shop is busy/ }),
  ).toBeVisible();
  await expect(page.locator('[data-outbox-badge]')).toHaveText('1');
  await expect(page.getByText('You Place the order successfully.')).toBeHidden();
  await expect(page).toHaveURL(/\/purchase\//);
}

/** The page says that the order is placed, and has nothing left to send. */
async function expectPlaced(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/dashboard\/orders\//);
  await expect(page.locator('[data-outbox-badge]')).toBeHidden();
}

/** How often the log says that an order of this person was made. */
async function creationsOf(shop: KillableShop, { uid }: Person): Promise<number> {
  const events = await shop.events();
  return events.filter(({ type, data }) => type === 'order.created' && JSON.stringify(data).includes(uid))
    .length;
}

test('an order sent to a server that stands still is given up after ten seconds and placed once later', async ({
  customer,
  shopPage: page,
  orderSends,
  ordersOf,
  shop,
  tool,
}) => {
  await openOrderForm(page, tool);
  await shop.server.signal('SIGSTOP');
  try {
    await sendOrderForm(page);
    await expectUnderWay(page);
    expect(await ordersOf(customer)).toEqual([]);
    await expect.poll(() => orderSends.givenUp.length).toBe(1);
    const [first] = orderSends.givenUp;
    expect(['net::ERR_ABORTED', 'NS_BINDING_ABORTED']).toContain(first?.why);
    // Both ends are seen from outside the page: on a busy machine the first one late.
    expect(first?.after).toBeGreaterThan(answerLimit / 2);
    await expect(page.getByText('We can’t reach the shop right now.')).toBeVisible();
    await expectUnderWay(page);
  } finally {
    await shop.server.signal('SIGCONT');
  }
  await expectPlaced(page);
  expect(new Set(orderSends.keys).size).toBe(1);
  expect(orderSends.keys.length).toBeGreaterThan(1);
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
  expect(await creationsOf(shop, customer)).toBe(1);
});

test('an order whose server dies between the writing and the answer is sent again and counted once', async ({
  customer,
  shopPage: page,
  orderSends,
  ordersOf,
  shop,
  tool,
}) => {
  await openOrderForm(page, tool);
  shop.link.holdAnswersFrom('order.created');
  await sendOrderForm(page);
  await expect.poll(async () => (await ordersOf(customer)).length).toBe(1);
  // The server itself has not heard that the order is written; the witness may see it before the link has the answer.
  await expect.poll(() => shop.link.isHolding).toBe(true);
  await expectUnderWay(page);
  await shop.server.signal('SIGKILL');
  await expect.poll(() => orderSends.givenUp.length).toBeGreaterThan(0);
  await expectUnderWay(page);

  shop.link.heal();
  await shop.server.start();
  await expectPlaced(page);
  expect(new Set(orderSends.keys).size).toBe(1);
  expect(orderSends.keys.length).toBeGreaterThan(1);
  expect(await ordersOf(customer)).toMatchObject([{ toolsName: tool.name }]);
  expect(await creationsOf(shop, customer)).toBe(1);
});
