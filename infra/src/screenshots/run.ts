import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { signInPhone } from '../measuring/phone-browser.ts';
import { seedOnce } from '../seed/seed-once.ts';
import { shopClient } from '../seed/shop-client.ts';
import { buildPwa } from '../stack/build-pwa.ts';
import { demoAccounts } from '../stack/demo-environment.ts';
import { needChromium, projectRoot } from '../stack/places.ts';
import { startStack } from '../stack/start-stack.ts';

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const schemes = ['light', 'dark'] as const;

/**
 * `npm run screenshots [-- name …]`: every route (or only the named ones) at phone and desktop width, light and dark, each as the person
 * who uses it sees it, into `infra/screenshots/<size>-<scheme>/`.
 */
const names = process.argv.slice(2);
await buildPwa(console.log);
await using undo = new AsyncDisposableStack();
const stack = await startStack({ env: { RATE_LIMIT: 'off' } });
undo.defer(() => stack.stop());
await seedOnce(stack, console.log);
const client = shopClient(stack.url);
const [customer, admin] = await Promise.all(demoAccounts.map(client.signUpOrIn));
if (customer === undefined || admin === undefined) throw new Error('The demo has no accounts');
const [tool] = await client.call<{ _id: string }[]>('GET', '/tools');
const own = `/orders/${encodeURIComponent(customer.email)}`;
const orders = await client.call<{ _id: string; paid: boolean }[]>('GET', own, { token: customer.token });
const order = (isPaid: boolean) => orders.find(({ paid }) => paid === isPaid)?._id;
const viewers = {
  visitor: {
    person: null,
    screens: {
      home: '/',
      tools: '/tools',
      tool: `/tools/${tool?._id}`,
      blog: '/blog',
      portfolio: '/myportfolio',
      privacy: '/privacy',
      login: '/login',
      signup: '/signup',
      'not-found': '/nowhere',
    },
  },
  customer: {
    person: customer,
    screens: {
      purchase: `/purchase/${tool?._id}`,
      profile: '/dashboard',
      'my-orders': '/dashboard/myorders',
      order: `/dashboard/orders/${order(true)}`,
      'add-review': '/dashboard/addreview',
      payment: `/dashboard/payment/${order(false)}`,
    },
  },
  admin: {
    person: admin,
    screens: {
      users: '/dashboard/users',
      'add-product': '/dashboard/addproduct',
      'manage-orders': '/dashboard/manageorders',
      'manage-products': '/dashboard/manageoproducts',
      sales: '/dashboard/sales',
      operations: '/dashboard/operations',
    },
  },
};
const browser = await chromium.launch({ executablePath: needChromium() });
undo.defer(() => browser.close());
for (const [size, viewport] of Object.entries(sizes))
  for (const colorScheme of schemes) {
    const into = join(projectRoot, 'infra', 'screenshots', `${size}-${colorScheme}`);
    mkdirSync(into, { recursive: true });
    for (const { person, screens } of Object.values(viewers)) {
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      if (person) await signInPhone(context, stack.url, person, person === admin);
      const page = await context.newPage();
      for (const [name, path] of Object.entries(screens))
        if (names.length === 0 || names.includes(name)) {
          await page.goto(stack.url + path);
          await take(page, join(into, `${name}.webp`));
        }
      await context.close();
    }
    console.log(`  ${into}`);
  }

/** Takes the whole page once no placeholder is left. (The network of a signed-in page is never idle: it holds a stream open.) */
async function take(page: Page, file: string): Promise<void> {
  const skeletons = page.locator('.mantine-Skeleton-root').first();
  const settled = () => skeletons.waitFor({ state: 'detached', timeout: 15_000 });
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 15_000 });
  await settled();
  // Pictures below the fold load when they come near: go once to the end and back.
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    scrollTo(0, 0);
    await Promise.all([...document.images].map((one) => one.decode().catch(() => undefined)));
  })()`);
  await settled();
  await sharp(await page.screenshot({ fullPage: true }))
    .webp({ quality: 82 })
    .toFile(file);
}
