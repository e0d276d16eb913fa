import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, devices, type Page } from '@playwright/test';
import type { SignedIn } from '../seed/shop-client.ts';
import { freePort } from '../stack/free-port.ts';
import { openWhole, type Whole } from '../stack/open-whole.ts';
import { needChromium } from '../stack/places.ts';

/** A line to the shop; the latency is there and back. */
interface Line {
  bitsPerSecond: number;
  latencyMs: number;
}
/** A usual mobile line, and one at the edge of a cell or late in the evening. */
export const lines = {
  usual: { bitsPerSecond: 9_000_000, latencyMs: 100 },
  slow: { bitsPerSecond: 400_000, latencyMs: 400 },
} satisfies Record<string, Line>;
/** A mid-range phone has a quarter of this machine's speed. */
const slowdown = 4;

/** A browser with a profile of its own, and the port of its debugger. */
export interface PhoneBrowser {
  context: BrowserContext;
  debugPort: number;
}

/** Starts Chromium with an empty profile, looking like a phone. Throws a StackFault when there is no Chromium. */
export function openPhone(): Promise<Whole<PhoneBrowser>> {
  return openWhole(async (undo) => {
    const executablePath = needChromium();
    const debugPort = await freePort();
    const profile = undo.use(mkdtempDisposableSync(join(tmpdir(), 'karigar-phone-')));
    const { defaultBrowserType: _, ...device } = devices['Pixel 7'] ?? { defaultBrowserType: 'chromium' };
    const args = [`--remote-debugging-port=${debugPort}`];
    const context = await chromium.launchPersistentContext(profile.path, { executablePath, ...device, args });
    undo.defer(() => context.close());
    return { context, debugPort };
  });
}

/** Signs a person in by what the page keeps in the browser, on a page that runs no script. */
export async function signInPhone(
  context: BrowserContext,
  url: string,
  person: SignedIn,
  admin = false,
): Promise<void> {
  const page = await context.newPage();
  const { uid, email, name } = person;
  const user = { uid, email, name, photoURL: null, roles: admin ? ['admin'] : [] };
  await page.goto(`${url}/api/healthz`);
  await page.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(person.token)});
    localStorage.setItem('karigar.person', ${JSON.stringify(JSON.stringify(user))})`);
  await page.close();
}

/** Slows a page down to a phone's processor and to a line, unless that is null. Gives the page's debugger session. */
export async function slowDown(page: Page, line: Line | null): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (line !== null) {
    const throughput = line.bitsPerSecond / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latencyMs,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return session;
}
