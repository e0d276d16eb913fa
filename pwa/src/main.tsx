import './app/theme/mantine.css';
import './app/theme/fonts.css';
import './app/theme/global.css';
import { evaluateInSlices } from './app/boot/in-slices.ts';
import { fetchLateScripts, firstPaint } from './app/boot/next-paint.ts';
import { askEarly } from './shared/api/early-answer.ts';
import { firstCopy } from './shared/db/first-copy.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Read while the shop's code is loaded.
void firstCopy();
// What the build has drawn into the page is shown before the shop's own code takes line and processor; so this file stays
// tiny.
if (root.hasChildNodes()) {
  await firstPaint(root);
  askEarly('/tools');
  fetchLateScripts();
  await evaluateInSlices();
}
const { openShop } = await import('./app/boot/open-shop.tsx');
await openShop(root);
