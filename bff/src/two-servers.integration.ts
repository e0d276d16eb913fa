import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@karigar/events/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { ShopConfig, UploadedImage } from './contracts/shop.ts';
import type { Tool } from './contracts/tool.ts';
import { publicKeyOf } from './push/vapid.ts';
import { RunningShop, type TestPerson } from './testing/running-shop.ts';

// Always 32 bytes: a private key that Node generates is shorter where it begins with zeros.
const privateKey = Buffer.concat([Buffer.from([1]), randomBytes(31)]).toString('base64url');
const publicKey = publicKeyOf(privateKey);
/** What machines of one shop are told instead of finding it on a common disk. */
const ofEveryMachine = {
  DATA_KEY: randomBytes(32).toString('base64'),
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  MAX_UNPAID_ORDERS: '5',
  MAX_HELD_SHARE: '0.25',
  RATE_LIMIT: 'on',
  PROCESSES: '2',
};

let root = '';

/** Starts the server of a machine of its own, of whose folder only keys and pictures are on the disk that all machines share. */
async function startMachine(name: string): Promise<RunningShop> {
  const dataDir = join(root, name);
  await mkdir(dataDir);
  for (const folder of ['keys', 'images']) {
    await mkdir(join(root, 'shared', folder), { recursive: true });
    await symlink(join(root, 'shared', folder), join(dataDir, folder));
  }
  return RunningShop.start(ofEveryMachine, { redis, dataDir });
}

root = await mkdtemp(join(tmpdir(), 'karigar-machines-'));
const redis = await startRedis();
const here = await startMachine('here');
const there = await startMachine('there');
afterAll(async () => {
  await there.stop({ keepRedis: true });
  await here.stop();
  await rm(root, { recursive: true, force: true });
});

const customer = () => here.person(`${randomUUID()}@example.com`, { verified: true });
const place = (at: RunningShop, person: TestPerson, toolId: string, quantity = 2) =>
  at.place(person, toolId, { quantity });
const soon = { timeout: 60_000 };

describe('two servers on two machines', () => {
  it('tell a page that hangs at one of them what happens at the other', async () => {
    const [person, toolId] = [await customer(), await here.newTool()];
    const stop = new AbortController();
    const { body: stream } = await fetch(`${there.shop.url}/api/live`, {
      headers: { Authorization: `Bearer ${person.token}` },
      signal: stop.signal,
    });
    let heard = '';
    const listening = (async () => {
      for await (const chunk of stream ?? []) heard += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await expect.poll(() => heard, soon).toContain('event: ready');
    const { order } = (await place(here, person, toolId)).body;
    await expect.poll(() => heard, soon).toContain(order._id);
    stop.abort();
    await listening;
  });

  it('open what the other has sealed', async () => {
    const [person, toolId] = [await customer(), await here.newTool()];
    const { order } = (await place(here, person, toolId)).body;
    const path = `/orders/order/${order._id}`;
    expect((await there.json('get', path, { as: person })).body).toMatchObject({
      name: 'Rahim',
      address: '1 Test Road',
    });
    expect((await there.json('get', path, { as: await there.admin() })).body).toMatchObject({
      name: 'Rahim',
    });
  });

  it('show one catalogue, under one tag', async () => {
    const id = await here.newTool({ name: 'Shared Chisel' });
    const catalogue = async (at: RunningShop) => {
      const { body, headers } = await at.json<Tool[]>('get', '/tools');
      return { price: body.find(({ _id }) => _id === id)?.price, tag: headers.get('etag') };
    };
    await expect.poll(() => catalogue(there), soon).toMatchObject({ price: 12 });
    await here.call('put', `/tools/${id}`, { as: await here.admin(), body: { price: 99 } });
    const edited = await catalogue(here);
    expect(edited.price).toBe(99);
    await expect.poll(() => catalogue(there), soon).toEqual(edited);
    const known = await there.call('get', '/tools', { headers: { 'If-None-Match': edited.tag ?? '' } });
    expect(known.status).toBe(304);
  });

  it('serve each other’s pictures', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f2a33a' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'tool.png');
    const answer = await fetch(`${here.shop.url}/api/images`, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${(await here.admin()).token}` },
    });
    const { data } = (await answer.json()) as UploadedImage;
    const bytes = (at: RunningShop) =>
      fetch(`${at.shop.url}${data.url}`).then(async (picture) => [picture.status, await picture.bytes()]);
    const own = await bytes(here);
    expect(own[0]).toBe(200);
    expect(await bytes(there)).toEqual(own);
  });

  it('have one key for pushes', async () => {
    for (const at of [here, there])
      expect((await at.json<ShopConfig>('get', '/config')).body.push).toEqual({ publicKey });
  });

  it('allow a person no more than the limit together', async () => {
    const allowed = async () => {
      const person = await customer();
      const ask = (at: RunningShop) => at.call('post', '/create-payment-intent', { as: person, body: {} });
      const calls = [here, there].flatMap((at) => Array.from({ length: 40 }, () => ask(at)));
      return (await Promise.all(calls)).filter(({ status }) => status === 400).length;
    };
    // A minute may begin anew in the middle of one of them, not of both.
    expect(Math.min(await allowed(), await allowed())).toBe(30);
  });
});
