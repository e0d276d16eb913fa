import './app/theme/mantine.css';
import './app/theme/fonts.css';
import './app/theme/global.css';
import { fetchDeferredScripts, firstPaint } from './app/boot/first-paint.ts';
import { evaluateInSlices } from './app/boot/in-slices.ts';
import { preload } from './shared/api/preloaded-response.ts';
import { startupCache } from './shared/saved/startup-cache.ts';

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
