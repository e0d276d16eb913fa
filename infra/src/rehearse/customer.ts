import type { Page } from '@playwright/test';
import { until } from '../cluster/until.ts';
import { fillLogin, patienceMs, type Visitor } from './people.ts';
import type { ProductionShop } from './production-shop.ts';
import type { Walk } from './walk.ts';

/** Who buys in the rehearsal. */
export const customer = {
  name: 'Nasrin Akter',
  email: 'nasrin@karigar.example',
  password: 'Karigar-mine!',
};

/** The tool that she buys; the seed has put it into the catalogue. */
export const bought = 'Claw Hammer 16 oz';

/** Walks a customer from the front page to the receipt of a paid order. */
export async function walkCustomer(
  walk: Walk,
  shop: ProductionShop,
  { page, picture }: Visitor,
): Promise<void> {
  walk.begin('A customer');
  await walk.step('opens the front page', 'the tools and what customers say', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Our Tools' }).waitFor();
    const tools = page.getByRole('region', { name: 'Our Tools' }).getByRole('article');
    await tools.nth(5).waitFor();
    await page.getByRole('heading', { name: 'What our customer says.' }).waitFor();
    await page
      .getByText(/\([1-5] - star\)/)
      .first()
      .waitFor({ state: 'attached' });
    await picture('home');
    return `${await tools.count()} tools, reviews below`;
  });
  await walk.step('signs up, then out', 'an account, and back on the front page', async () => {
    await page.goto('/signup');
    await page.getByLabel('Name').fill(customer.name);
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(customer.password);
    await page.getByRole('button', { name: 'SIGNUP', exact: true }).click();
    await page.waitForURL(/\/dashboard$/);
    await page.getByText('Please Update Your profile.').waitFor();
    await signOut(page);
    return 'greeted on the dashboard, and signed out';
  });
  await walk.step('chooses Purchase Now', 'the login, and from there the order form', async () => {
    await page.goto(`/tools?search=${encodeURIComponent(bought)}`);
    await page.getByRole('heading', { name: bought }).first().waitFor();
    await picture('tools');
    await page.getByRole('link', { name: 'Purchase Now' }).first().click();
    await page.waitForURL(/\/login$/);
    await fillLogin(page, customer);
    await page.waitForURL(/\/purchase\//);
    return `the form at ${new URL(page.url()).pathname.replace(/\/[^/]+$/, '/…')}`;
  });
  await walk.step('sends the order', 'an order that waits for payment', async () => {
    await fillDestination(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page.getByText('You Place the order successfully.').waitFor();
    await page.goto('/dashboard/myorders');
    await page.getByText('You have - 1 order(s)').waitFor();
    return 'one order in My Orders';
  });
  await walk.step('pays with 4242 4242 4242 4242', 'Paid, with a transaction id', async () => {
    const transaction = await payNow(page);
    await page.goto('/dashboard/myorders');
    await page.getByText('Paid', { exact: true }).waitFor();
    await page.getByText(transaction).waitFor();
    await picture('my-orders');
    return 'Paid, and the transaction stands on the order';
  });
  await walk.step('looks into her mailbox', 'the receipt, once', async () => {
    await until(
      'a letter has come',
      async () => (await lettersTo(shop, customer.email)).length > 0,
      patienceMs,
    );
    const [letter] = await lettersTo(shop, customer.email);
    if (letter?.times !== 1) throw new Error(`it came ${letter?.times} times`);
    if (!letter.text.includes(shop.url)) throw new Error('its links lead elsewhere');
    return 'the receipt, with links to the shop’s own address';
  });
}

/** Walks her through an outage of all servers: what was read stays, and what is ordered meanwhile goes out by itself. */
export async function walkOutage(
  walk: Walk,
  shop: ProductionShop,
  { page, picture }: Visitor,
): Promise<void> {
  const stopped = async () => {
    await Promise.all(shop.servers.map((server) => server.signal('SIGTERM')));
  };
  await walk.step(
    'both servers are stopped, and she reloads',
    'tools and orders are still there',
    async () => {
      await page.goto('/tools');
      await page.getByRole('article').first().waitFor();
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      await stopped();
      await page.reload();
      const tools = page.getByRole('article');
      await tools.first().waitFor();
      const shown = await tools.count();
      await page.goto('/dashboard/myorders');
      await page.getByText('You have - 1 order(s)').waitFor();
      await picture('my-orders-offline');
      return `${shown} tools on the page, one order in My Orders`;
    },
  );
  await walk.step('she orders all the same', 'saved on this device, not called placed', async () => {
    await page.goto(`/tools?search=${encodeURIComponent(bought)}`);
    await page.getByRole('link', { name: 'Purchase Now' }).first().click();
    await fillDestination(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await page
      .getByText(/We couldn’t confirm your order yet|Saved on this device|The shop is busy/)
      .first()
      .waitFor();
    await page.locator('[data-outbox-badge]').getByText('1').waitFor();
    if (await page.getByText('You Place the order successfully.').isVisible())
      throw new Error('called placed');
    await picture('saved-on-device');
    return 'one order waits to be sent';
  });
  await walk.step('the servers are back', 'the order goes out by itself, once', async () => {
    await Promise.all(shop.servers.map((server) => server.start()));
    await page.locator('[data-outbox-badge]').waitFor({ state: 'hidden', timeout: 90_000 });
    await page.goto('/dashboard/myorders');
    await page.getByText('You have - 2 order(s)').waitFor();
    await payNow(page);
    return 'two orders in My Orders, the second paid too';
  });
}

async function fillDestination(page: Page): Promise<void> {
  await page.getByLabel('Address').fill('House 12, Road 7');
  await page.getByLabel('City').fill('Dhaka');
  await page.getByLabel('Zip Code').fill('1209');
}

/** Pays the order that waits in My Orders, and gives its transaction. */
async function payNow(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Pay Now' }).first().click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.getByText('Congrats! Your payment is completed.').waitFor();
  return page.getByText(/^pi_\w+$/).innerText();
}

async function signOut(page: Page): Promise<void> {
  const out = page.getByRole('button', { name: 'Logout' });
  if (!(await out.isVisible())) await page.getByRole('button', { name: /menu/i }).first().click();
  await out.click();
  await page.getByRole('link', { name: 'Login' }).first().waitFor({ state: 'attached' });
}

/** A letter as the inbox lists it. */
interface Letter {
  subject: string;
  to: string;
  text: string;
  /** How often it came. */
  times: number;
}

/** Gives every letter to an address, the newest first. */
async function lettersTo({ inbox }: ProductionShop, email: string): Promise<Letter[]> {
  const letters = (await (await fetch(`${inbox.url}/letters`)).json()) as Letter[];
  return letters.filter(({ to }) => to.includes(email));
}
