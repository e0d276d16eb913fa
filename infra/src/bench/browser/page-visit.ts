import type { BrowserContext } from '@playwright/test';
import { lines, openPhone, slowDown } from '../../measuring/phone-browser.ts';

/** What came over the network: scripts, without the headers of their answers, until the page was usable, and everything until it had settled. */
interface VisitBytes {
  scripts: number;
  all: number;
}

/** Visits an address in a new tab of a slow phone and waits until what the selector `usable` names is on screen and the page has settled. */
export async function visitPage(
  context: BrowserContext,
  address: string,
  { usable, settleMs }: { usable: string; settleMs: number },
): Promise<VisitBytes> {
  const page = await context.newPage();
  const session = await slowDown(page, lines.usual);
  const headersOfScripts = new Map<string, number>();
  const bytes: VisitBytes = { scripts: 0, all: 0 };
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') headersOfScripts.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    const headers = headersOfScripts.get(requestId);
    if (headers !== undefined) bytes.scripts += encodedDataLength - headers;
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.locator(usable).first().waitFor({ timeout: 60_000 });
  const { scripts } = bytes;
  await page.waitForTimeout(settleMs);
  await page.close();
  return { ...bytes, scripts };
}

/** Promises the page the time (ms) at which it has drawn the words and the picture of a tool, whose name and stored picture are given. */
const watchTool = (tool: {
  name: string;
  image: string;
}) => `globalThis.firstToolMs = new Promise((resolve) => {
  const [name, stem] = ${JSON.stringify([tool.name, tool.image.replace(/\.webp$/, '')])};
  const isThere = (picture) => picture.currentSrc.includes(stem) && picture.complete && picture.naturalWidth > 0;
  const look = () => {
    const main = document.querySelector('main');
    const drawn = main !== null && main.textContent.includes(name) && [...main.querySelectorAll('img')].some(isThere);
    requestAnimationFrame(drawn ? resolve : look);
  };
  requestAnimationFrame(look);
})`;

/**
 * Opens an address with a new browser on a slow phone and a slow line, and gives the time (ms) until the name and the picture of
 * the tool that the page begins with are on the screen.
 */
export async function firstToolMs(address: string, tool: { name: string; image: string }): Promise<number> {
  await using phone = await openPhone();
  const page = await phone.context.newPage();
  await slowDown(page, lines.slow);
  await page.addInitScript(watchTool(tool));
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
  return (await page.evaluate('globalThis.firstToolMs')) as number;
}
