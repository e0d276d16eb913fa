import './app/theme/mantine.css';
import './app/theme/fonts.css';
import './app/theme/global.css';
import './app/theme/modes.css';
import { preload } from './shared/api/preloaded-response.ts';
import { startupCache } from './shared/saved/startup-cache.ts';

/** The large parts of the shop's code, in the order in which they need each other. */
const parts = [() => import('react-dom/client'), () => import('./shared/saved/public-data.ts')];

/**
 * Runs the top level of the shop's code part by part with a pause after each, so that a phone that shows a page already
 * answers to touch in between. Left to one `import` it would be a single task.
 */
async function evaluateInSlices(): Promise<void> {
  for (const part of parts) {
    await part();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A hidden page is never painted, so it is not waited for long (ms). */
const patience = 200;
/** How long (ms) the shop's code lets the first paint's pictures go before it. */
const picturePatience = 1_000;

/** Resolves when the browser has painted what the document holds now. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, patience);
  });
}

/** Resolves when what the build has drawn into `root` is painted, with the pictures that it begins with, if they come soon. */
async function firstPaint(root: HTMLElement): Promise<void> {
  const pictures = [...root.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]')];
  const late = new Promise((resolve) => setTimeout(resolve, picturePatience));
  await Promise.race([Promise.all(pictures.map((one) => one.decode().catch(() => undefined))), late]);
  await nextPaint();
}

/** Lets the browser fetch the scripts that the document names for after its first paint. */
function fetchDeferredScripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="deferred"]'))
    link.rel = 'modulepreload';
}

/** Says above the page that the shop's code did not come, and offers to try again: nothing else on the page works then. */
function sayStartFailed(): void {
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<p role="alert" style="padding: 1rem">We couldn’t load the shop. Your orders and anything you typed are saved on this device. <a href="">Reload the page</a></p>',
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Read while the shop's code is loaded.
void startupCache();
try {
  // What the build has drawn into the page is shown before the shop's own code takes line and processor; so this file stays
  // tiny.
  if (root.hasChildNodes()) {
    await firstPaint(root);
    preload('/tools');
    fetchDeferredScripts();
    await evaluateInSlices();
  }
  const { openShop } = await import('./app/boot/open-shop.tsx');
  await openShop(root);
} catch (error) {
  sayStartFailed();
  throw error;
}
