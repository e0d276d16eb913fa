import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { table } from '../measuring/figure.ts';
import { type MeasuredShop, startShop } from '../measuring/measured-shop.ts';
import { startTraffic } from '../measuring/mixed-traffic.ts';
import { residentBytes } from '../measuring/process-memory.ts';
import { startStack } from '../stack/start-stack.ts';
import type { Bench } from './bench.ts';

/** What the server process holds after a plain start, after picture uploads, and after a minute of as much traffic as it takes. */
export const memory: Bench = async ({ quick }) => {
  // Long enough for the first round of the server's background work over payments.
  const [settleSeconds, pictures, loadSeconds] = quick ? [2, 3, 3] : [40, 60, 60];
  const megabytesOf = async (pid: number) => {
    await pause(settleSeconds * 1_000);
    return residentBytes(pid) / 1_000_000;
  };
  // Node keeps compiled code from one start to the next; a shop is started for the first time once.
  await (await startStack()).stop();
  const idle = await startStack();
  const started = await megabytesOf(idle.child('bff').pid).finally(() => idle.stop());
  await using shop = await startShop({ buyers: 48, tools: 8 });
  await uploadPhotos(shop, pictures);
  const uploaded = await megabytesOf(shop.server);
  const traffic = startTraffic(shop, Number.POSITIVE_INFINITY);
  await pause(loadSeconds * 1_000);
  await traffic.stop();
  if (traffic.errors.length > 0) throw new Error(`The traffic met errors: ${traffic.errors[0]}`);
  const busy = await megabytesOf(shop.server);
  return {
    title: 'Memory of the server process',
    values: { startMegabytes: started, busyMegabytes: busy },
    tables: [
      table(`Resident memory, each time after ${settleSeconds} s without a request`, [
        { after: 'a plain start', MB: started },
        { after: `${pictures} uploads of 12-megapixel photos`, MB: uploaded },
        { after: `and ${loadSeconds} s of mixed traffic (${traffic.orders()} orders)`, MB: busy },
      ]),
    ],
  };
};

/** Uploads photos of the size that a phone takes, each different, made from the demo's pictures. Throws when one is refused. */
async function uploadPhotos({ url, admin }: MeasuredShop, count: number): Promise<void> {
  const folder = join(import.meta.dirname, '../../assets/pictures');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.webp')).sort();
  for (let n = 0; n < count; n += 1) {
    const photo = await sharp(join(folder, names[n % names.length] ?? ''))
      .resize(4000, 3000)
      .modulate({ brightness: 1 + n / 200 })
      .jpeg({ quality: 90 })
      .toBuffer();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const headers = { Authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${url}/api/images`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`An upload answered ${answer.status}: ${await answer.text()}`);
  }
}
