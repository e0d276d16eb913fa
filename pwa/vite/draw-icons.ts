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

const draw = (svg: string, size: number, name: string) =>
  sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(new URL(name, folder).pathname);

await Promise.all([
  draw(source, 192, 'icon-192.png'),
  draw(source, 512, 'icon-512.png'),
  draw(maskable, 512, 'icon-maskable-512.png'),
]);
