import type { BrowserContext } from '@playwright/test';
import { lines, slowDown } from '../measuring/phone-browser.ts';

/** What one visit of a page showed. Times are milliseconds, sizes bytes as they came over the network. */
export interface Visit {
  lcpMs: number;
  cls: number;
  /** Time that long tasks held the page up, beyond 50 ms each. */
  blockedMs: number;
  /** Slowest response to a tap or key. */
  interactionMs: number;
  /** Scripts, without the headers of their answers, until the page was usable, and everything until it had settled. */
  scriptBytes: number;
  allBytes: number;
}

/** Collects in the page what the browser reports of paints, shifts, long tasks and responses to taps. */
const observers = `(() => {
  const seen = { lcpMs: 0, cls: 0, blockedMs: 0, interactionMs: 0 };
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => { seen.lcpMs = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch('longtask', (entry) => { seen.blockedMs += Math.max(0, entry.duration - 50); });
  watch('event', (entry) => { seen.interactionMs = Math.max(seen.interactionMs, entry.duration); }, { durationThreshold: 16 });
  globalThis.benchSeen = seen;
})()`;

/**
 * Visits an address in a new tab of a slow phone, waits until what the selector `usable` names is on screen and the page has
 * settled, taps and types as a person would, and gives what was seen.
 */
export async function visitPage(
  context: BrowserContext,
  address: string,
  { usable, settleMs }: { usable: string; settleMs: number },
): Promise<Visit> {
  const page = await context.newPage();
  try {
    const session = await slowDown(page, lines.usual);
    const headersOfScripts = new Map<string, number>();
    let [scriptBytes, allBytes] = [0, 0];
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') headersOfScripts.set(requestId, response.encodedDataLength);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      allBytes += encodedDataLength;
      const headers = headersOfScripts.get(requestId);
      if (headers !== undefined) scriptBytes += encodedDataLength - headers;
    });
    await page.addInitScript(observers);
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
    await page.locator(usable).first().waitFor({ timeout: 60_000 });
    const usableScriptBytes = scriptBytes;
    await page.waitForTimeout(settleMs);
    // The first tap ends the measuring of the largest paint, so it comes after the page has settled.
    await page.mouse.click(200, 300);
    await page.keyboard.press('Tab');
    await page.waitForTimeout(500);
    const seen = (await page.evaluate('globalThis.benchSeen')) as Omit<Visit, 'scriptBytes' | 'allBytes'>;
    return { ...seen, scriptBytes: usableScriptBytes, allBytes };
  } finally {
    await page.close();
  }
}
