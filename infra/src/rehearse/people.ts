import { createHash, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { needChromium } from '../stack/chromium.ts';
import type { ProductionShop } from './production-shop.ts';

/** Somebody with a phone of their own, on which they use the shop. */
export interface Visitor {
  page: Page;
  /** Keeps what the phone shows as a picture under this name. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

/** How long (ms) a page may take to show what is expected, on a machine that runs everything at once. */
export const patienceMs = 30_000;

/** Opens the browser of somebody: 390 pixels wide, with a profile of its own that trusts the shop's authority. Pictures go to `pictures`. */
export async function openVisitor(shop: ProductionShop, name: string, pictures: string): Promise<Visitor> {
  const executablePath = needChromium();
  const context: BrowserContext = await chromium.launchPersistentContext(join(shop.dir, `browser-${name}`), {
    executablePath,
    baseURL: shop.url,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    // Of all certificates that no system knows it takes those of this authority alone: a service worker needs a valid one.
    args: [`--ignore-certificate-errors-spki-list=${fingerprintOf(shop.browserTrusts)}`],
  });
  context.setDefaultTimeout(patienceMs);
  const page = context.pages()[0] ?? (await context.newPage());
  mkdirSync(pictures, { recursive: true });
  return {
    page,
    async picture(of) {
      await page.screenshot({ path: join(pictures, `${of}.png`) });
    },
    close: () => context.close(),
  };
}

/** Gives the hash by which Chromium names the key of a certificate. */
function fingerprintOf(file: string): string {
  const { publicKey } = new X509Certificate(readFileSync(file));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/** Signs somebody in by the form that is open. */
export async function fillLogin(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'LOGIN', exact: true }).click();
}
