import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signInPhone } from '../measuring/phone-browser.ts';
import { seedOnce } from '../seed/seed-once.ts';
import { type SignedIn, shopClient } from '../seed/shop-client.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { findChromium } from '../stack/chromium.ts';
import { demoAccounts } from '../stack/demo-environment.ts';
import { projectRoot } from '../stack/places.ts';
import { startStack } from '../stack/start-stack.ts';
import { type Screen, screens, type Viewer } from './screens.ts';

const folder = join(projectRoot, 'infra', 'screenshots');
const sizes = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const;
const schemes = ['light', 'dark'] as const;

/** Runs in the browser, whose types are unknown here: scrolls to the end of the page and back until each picture has loaded. */
const throughThePage = `(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  scrollTo(0, 0);
  await Promise.all([...document.images].map((one) => one.decode().catch(() => undefined)));
})()`;

/** Waits until no placeholder is left. (The network of a signed-in page is never idle: it holds a stream open.) */
const noSkeleton = (page: Page) =>
  page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached', timeout: 15_000 });

/** The people of the pictures and the ids that their addresses need. */
async function prepare(url: string) {
  const client = shopClient(url);
  const [userAccount, adminAccount] = demoAccounts;
  const customer = await client.signUpOrIn(userAccount);
  const admin = await client.signUpOrIn(adminAccount);
  const [tool] = await client.call<{ _id: string }[]>('GET', '/tools');
  const orders = await client.call<{ _id: string; paid: boolean }[]>(
    'GET',
    `/orders/${encodeURIComponent(customer.email)}`,
    { token: customer.token },
  );
  const idOf = (paid: boolean) => orders.find((order) => order.paid === paid)?._id ?? 'none';
  const ids: Record<string, string> = { tool: tool?._id ?? 'none', paid: idOf(true), unpaid: idOf(false) };
  const addressOf = ({ path }: Screen) =>
    url + path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none');
  const people: Record<Viewer, SignedIn | null> = { visitor: null, customer, admin };
  return { people, addressOf };
}

/** Takes every wanted screen in one size and scheme; a page that never settles is taken as it stands. */
async function takeSet(
  browser: Browser,
  url: string,
  shop: Awaited<ReturnType<typeof prepare>>,
  wanted: readonly Screen[],
  look: { size: (typeof sizes)[number]; scheme: (typeof schemes)[number] },
) {
  const { size, scheme } = look;
  const into = join(folder, `${size.name}-${scheme}`);
  mkdirSync(into, { recursive: true });
  for (const viewer of ['visitor', 'customer', 'admin'] as const) {
    const context = await browser.newContext({
      viewport: { width: size.width, height: size.height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    const person = shop.people[viewer];
    if (person) await signInPhone(context, url, person, viewer === 'admin');
    const page = await context.newPage();
    for (const screen of wanted.filter((candidate) => candidate.viewer === viewer)) {
      await page.goto(shop.addressOf(screen));
      await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 15_000 });
      await noSkeleton(page);
      // Pictures below the fold load when they come near: go once to the end and back.
      await page.evaluate(throughThePage);
      await noSkeleton(page);
      const picture = await page.screenshot({ fullPage: true });
      await sharp(picture)
        .webp({ quality: 82 })
        .toFile(join(into, `${screen.name}.webp`));
    }
    await context.close();
  }
  console.log(`  ${into.slice(projectRoot.length + 1)}`);
}

/**
 * `npm run screenshots [-- name …]`: every route (or only the named ones) at phone and desktop width, light and dark,
 * into `infra/screenshots/<size>-<scheme>/`. SCREENSHOT_URL takes a demo shop that runs already.
 */
const names = process.argv.slice(2);
const wanted = names.length === 0 ? screens : screens.filter(({ name }) => names.includes(name));
const running = process.env.SCREENSHOT_URL;
if (running === undefined) await buildPwa(console.log);
const stack = running === undefined ? await startStack({ env: { RATE_LIMIT: 'off' } }) : null;
try {
  if (stack) await seedOnce(stack, console.log);
  const url = running ?? stack?.url ?? '';
  const executablePath = process.env.CHROMIUM ?? findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  const shop = await prepare(url);
  for (const size of sizes) {
    for (const scheme of schemes) await takeSet(browser, url, shop, wanted, { size, scheme });
  }
  await browser.close();
} finally {
  await stack?.stop();
}
