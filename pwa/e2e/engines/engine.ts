import { join } from 'node:path';
import { firefox, type LaunchOptions } from '@playwright/test';
import { PlaywrightTab } from './playwright-tab.ts';
import type { Tab } from './tab.ts';
import { WebKit } from './webkit.ts';

/** The engines in which the journeys are walked; in Chromium the other tests do all that they do. */
export type EngineName = 'firefox' | 'webkit';

/** A running engine. Each tab has a profile of its own, as if another person had opened it. */
export interface Engine {
  /** Opens a tab for the shop at this address. */
  openTab(shop: string): Promise<Tab>;
  stop(): Promise<void>;
}

const trustedKey = process.env.E2E_TRUSTED_KEY;

/** How Playwright starts Chromium, without a window. E2E_TRUSTED_KEY is the hash of the key of a shop whose certificate no system knows. */
export const chromiumLaunch: LaunchOptions = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium-headless-shell',
  args: trustedKey ? [`--ignore-certificate-errors-spki-list=${trustedKey}`] : [],
};
/** How Playwright starts Debian's Firefox. */
export const firefoxLaunch: LaunchOptions = {
  channel: 'moz-firefox',
  executablePath: join(import.meta.dirname, 'firefox-esr.ts'),
};

/** Starts an engine. */
export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return WebKit.start();
  const browser = await firefox.launch(firefoxLaunch);
  return {
    openTab: async (shop) => PlaywrightTab.in(await browser.newContext({ baseURL: shop })),
    stop: () => browser.close(),
  };
}
