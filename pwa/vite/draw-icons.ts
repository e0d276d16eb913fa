import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Draws the home-screen icons from the favicon: `npx node pwa/vite/draw-icons.ts`. The results are committed. */
const source = await readFile(new URL('../public/favicon.svg', import.meta.url), 'utf8');
const folder = new URL('../public/icons/', import.meta.url);
await mkdir(folder, { recursive: true });

/** A maskable icon fills its square and keeps the drawing inside the safe circle of 80 %. */
const maskable = source
  .replace('<rect width="64" height="64" rx="15"', '<rect x="-14" y="-14" width="92" height="92"')
  .replace('viewBox="0 0 64 64"', 'viewBox="-8 -8 80 80"');

/** iOS rounds the corners itself, and shows transparent ones black. */
const fullSquare = source.replace('rx="15"', '');

/** A round sign on the shop's green, for what a long press on the icon offers. */
const shortcut = (sign: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#0b5d4e"/>
  <g fill="none" stroke="#fbf8f3" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round">${sign}</g></svg>`;
const hammer =
  '<path d="M18 47 35 30" stroke-width="6"/><path d="m29 20 15 15" stroke="#f2a33a" stroke-width="10"/>';
const list =
  '<rect x="19" y="18" width="26" height="30" rx="4"/><path d="M27 14h10v7H27z" fill="#f2a33a" stroke="#f2a33a"/><path d="M27 31h10M27 39h10"/>';

const draw = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(new URL(name, folder).pathname);

await Promise.all([
  draw(source, 192, 'icon-192.png'),
  draw(source, 512, 'icon-512.png'),
  draw(maskable, 512, 'icon-maskable-512.png'),
  draw(fullSquare, 180, 'apple-touch-icon.png'),
  draw(shortcut(hammer), 96, 'shortcut-tools.png'),
  draw(shortcut(list), 96, 'shortcut-orders.png'),
]);
