import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestS3 } from '@karigar/events/s3-simulator';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { UploadedImage } from '../contracts/shop.ts';
import { RunningShop } from '../testing/running-shop.ts';

const s3 = await TestS3.start();
const one = await RunningShop.start(s3.environment('shop'));
const other = await RunningShop.start(s3.environment('shop'), one);
afterAll(async () => {
  await other.stop({ keepRedis: true });
  await one.stop();
  await s3.stop();
});

/** Uploads a picture of its own colour at a server. */
async function upload(at: RunningShop, background: string) {
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'tool.png');
  const answer = await fetch(`${at.shop.url}/api/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${(await at.admin()).token}` },
  });
  return { status: answer.status, body: (await answer.json()) as UploadedImage & { detail?: string } };
}
const get = (at: RunningShop, path: string) => fetch(`${at.shop.url}${path}`);
const readiness = async (at: RunningShop) => {
  const answer = await at.call('get', '/readyz');
  const { dependencies } = (await answer.json()) as { dependencies: { name: string; ok: boolean }[] };
  return [answer.status, dependencies.find(({ name }) => name === 'objects')?.ok];
};

describe('servers without a common disk', () => {
  it('serve one picture in the same bytes, and ask the storage for it once each', async () => {
    const { status, body } = await upload(one, '#f2a33a');
    expect(status).toBe(200);
    const avif = body.data.url.replace('.webp', '-400.avif');
    const answers = await Promise.all([one, one, other, other, other].map((at) => get(at, avif)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200));
    const bytes = await Promise.all(answers.map((answer) => answer.bytes()));
    for (const each of bytes) expect(each).toEqual(bytes[0]);
    const asked = (await s3.requests()).filter((request) => request === `GET shop${avif}`);
    expect(asked).toHaveLength(2);
    expect(existsSync(join(one.dataDir, 'images'))).toBe(false);
  });

  it('take a picture again whose upload broke off at any form', async () => {
    for (const effect of ['reset', 'lost', 'error']) {
      await s3.order({ effect, method: 'PUT', key: '-800.avif', times: 1 });
      const colour = { reset: '#101010', lost: '#202020', error: '#303030' }[effect] ?? '';
      expect((await upload(one, colour)).status).toBe(503);
      const { status, body } = await upload(other, colour);
      expect(status).toBe(200);
      const forms = ['.webp', '-400.webp', '-800.avif', '-1200.avif'];
      for (const form of forms)
        expect((await get(one, body.data.url.replace('.webp', form))).status).toBe(200);
    }
  });

  it('sell without the storage, and say what lacks until it is back', async () => {
    const before = await upload(one, '#0b5d4e');
    await s3.order({ effect: 'reset' });
    const failed = await upload(one, '#a00000');
    expect([failed.status, failed.body.detail]).toEqual([503, expect.stringContaining('Try again in')]);
    const picture = await get(other, before.body.data.url);
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([
      503,
      expect.stringContaining('no-store'),
    ]);
    await expect.poll(() => readiness(one), { timeout: 60_000 }).toEqual([200, false]);
    expect(await one.newTool()).toMatch(/./);
    await s3.heal();
    expect((await get(other, before.body.data.url)).status).toBe(200);
    expect((await upload(one, '#a00000')).status).toBe(200);
    await expect.poll(() => readiness(one), { timeout: 60_000 }).toEqual([200, true]);
  });

  it('start while it is away, and not over one that would overwrite', async () => {
    const away = { ...s3.environment(), OBJECTS_URL: 'http://127.0.0.1:9/shop' };
    const early = await RunningShop.start(away, one);
    expect(await readiness(early)).toEqual([200, false]);
    await early.stop({ keepRedis: true });
    await s3.order({ effect: 'unkept', method: 'PUT', key: 'forgetful/' });
    await expect(RunningShop.start(s3.environment('forgetful'), one)).rejects.toThrow(
      'overwrites existing objects',
    );
    await s3.heal();
  });
});

it('a shop without OBJECTS_URL serves the pictures that lie in its data folder since ever', async () => {
  const name = `${'ab'.repeat(16)}.webp`;
  const old = Buffer.from('a picture of an older release');
  await mkdir(join(one.dataDir, 'images'));
  await writeFile(join(one.dataDir, 'images', name), old);
  const shop = await RunningShop.start({}, one);
  try {
    const answer = await get(shop, `/images/${name}`);
    expect([answer.status, Buffer.from(await answer.bytes()).equals(old)]).toEqual([200, true]);
    expect((await get(other, `/images/${name}`)).status).toBe(404);
    const added = await upload(shop, '#123456');
    expect(existsSync(join(one.dataDir, added.body.data.url))).toBe(true);
  } finally {
    await shop.stop({ keepRedis: true });
  }
});
