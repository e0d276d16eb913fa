import './app/mantine.css';
import './app/fonts.css';
import './app/global.css';
import { evaluateInSlices } from './app/first-paint/in-slices.ts';
import { fetchLateScripts, firstPaint } from './app/first-paint/next-paint.ts';
import { preload } from './shared/api/preloaded-response.ts';
import { firstCopy } from './shared/saved/startup-cache.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Read while the shop's code is loaded.
void firstCopy();
// What the build has drawn into the page is shown before the shop's own code takes line and processor; so this file stays
// tiny.
if (root.hasChildNodes()) {
  await firstPaint(root);
  preload('/tools');
  fetchLateScripts();
  await evaluateInSlices();
}
const { openShop } = await import('./app/open-shop.tsx');
await openShop(root);
