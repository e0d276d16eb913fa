import { lines, openPhone, slowDown } from '../measuring/phone-browser.ts';
import { freePort } from '../stack/free-port.ts';

/** Promises the page the time (ms) at which it has drawn the words and the picture of a tool, whose name and stored picture are given. */
const watch = (tool: { name: string; image: string }) => `globalThis.firstToolMs = new Promise((resolve) => {
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
  const phone = await openPhone(await freePort());
  try {
    const page = await phone.context.newPage();
    await slowDown(page, lines.slow);
    await page.addInitScript(watch(tool));
    await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
    return (await page.evaluate('globalThis.firstToolMs')) as number;
  } finally {
    await phone.close();
  }
}
