import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { keepFigure, readable } from '../measuring/figure.ts';
import { type MeasuredShop, withShop } from '../measuring/measured-shop.ts';
import { startTraffic } from '../measuring/mixed-traffic.ts';
import { residentBytes } from '../measuring/process-memory.ts';
import { type Stack, startStack } from '../stack/start-stack.ts';
import type { Bench } from './bench.ts';

/** Long enough for the first round of the server's background work over payments. */
const idleMs = 40_000;

/** What the server process holds after a plain start, after picture uploads, and after a minute of as much traffic as it takes. */
export const memory: Bench = async ({ quick }) => {
  const settleMs = quick ? 2_000 : idleMs;
  const pictures = quick ? 3 : 60;
  const loadSeconds = quick ? 3 : 60;

  // Node keeps compiled code from one start to the next; a shop is started for the first time once.
  await (await startStack()).stop();
  const idle = await startStack();
  const start = await megabytesAfter(settleMs, idle).finally(() => idle.stop());
  await withShop({ buyers: 48, tools: 8 }, async (shop) => {
    for await (const photo of phonePhotos(pictures)) await upload(shop, photo);
    const uploaded = await megabytesAfter(settleMs, shop.stack);
    const traffic = startTraffic(shop, Number.POSITIVE_INFINITY);
    await pause(loadSeconds * 1_000);
    await traffic.stop();
    if (traffic.errors.length > 0)
      throw new Error(`The traffic met errors: ${JSON.stringify(traffic.errors[0])}`);
    const busy = await megabytesAfter(settleMs, shop.stack);
    keepFigure({
      name: 'memory',
      title: 'Memory of the server process',
      command: 'npm run bench -- memory',
      quick,
      values: { startMegabytes: start, uploadedMegabytes: uploaded, busyMegabytes: busy },
      tables: [
        {
          title: `Resident memory, each time after ${settleMs / 1_000} s without a request`,
          columns: ['after', 'MB'],
          rows: [
            ['a plain start', readable(start)],
            [`${pictures} uploads of 12-megapixel photos`, readable(uploaded)],
            [`and ${loadSeconds} s of mixed traffic (${traffic.orders()} orders)`, readable(busy)],
          ],
        },
      ],
      notes: [],
    });
  });
};

async function megabytesAfter(ms: number, stack: Stack): Promise<number> {
  await pause(ms);
  return residentBytes(stack.child('bff').pid) / 1_000_000;
}

const pictureFolder = fileURLToPath(new URL('../../assets/pictures/', import.meta.url));

/** Photos of the size that a phone takes, each different, made from the demo's pictures. */
async function* phonePhotos(count: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const names = (await readdir(pictureFolder)).filter((name) => name.endsWith('.webp')).sort();
  for (let n = 0; n < count; n += 1) {
    const photo = await sharp(`${pictureFolder}${names[n % names.length]}`)
      .resize(4000, 3000)
      .modulate({ brightness: 1 + n / 200 })
      .jpeg({ quality: 90 })
      .toBuffer();
    yield new Uint8Array(photo);
  }
}

/** Uploads a picture as an admin. Throws when it is refused. */
async function upload(shop: MeasuredShop, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData();
  form.set('image', new Blob([photo], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { Authorization: `Bearer ${shop.admin.token}` };
  const answer = await fetch(`${shop.url}/api/images`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`An upload answered ${answer.status}: ${await answer.text()}`);
}
