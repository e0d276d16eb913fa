import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { UploadedImage } from '../contracts/shop.ts';
import { RunningShop } from '../testing/running-shop.ts';

const shop = await RunningShop.start();
const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#f2a33a' } })
  .png()
  .toBuffer();
afterAll(() => shop.stop());

const upload = async (at: RunningShop, bytes: Uint8Array, field = 'image', type = 'image/png') => {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), 'tool.png');
  const answer = await fetch(`${at.shop.url}/api/images`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Bearer ${(await at.admin()).token}` },
  });
  return { status: answer.status, body: (await answer.json()) as UploadedImage & { code?: string } };
};

/** A form as it goes over the wire. */
async function multipart(form: FormData): Promise<{ type: string; body: Buffer }> {
  const encoded = new Response(form);
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

describe('uploading a picture', () => {
  it('answers in imgbb’s shape, and the picture is served for ever in all its forms', async () => {
    const { status, body } = await upload(shop, png);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, status: 200, data: { width: 640, height: 480 } });
    const base = body.data.url.replace('.webp', '');
    expect(base).toMatch(/^\/images\/[0-9a-f]{32}$/);
    for (const [form, type] of [
      ['.webp', 'image/webp'],
      ['-400.avif', 'image/avif'],
      ['-800.webp', 'image/webp'],
      ['-link.jpg', 'image/jpeg'],
    ]) {
      const answer = await fetch(`${shop.shop.url}${base}${form}`);
      expect([form, answer.status, answer.headers.get('content-type')]).toEqual([form, 200, type]);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
  });

  it('believes the content, not the name or the declared type', async () => {
    expect((await upload(shop, png, 'image', 'text/html')).status).toBe(200);
    const fake = await upload(shop, Buffer.from('<html>no picture</html>'));
    expect([fake.status, fake.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA']);
  });

  it('refuses a form without the field, another body, and what is too large', async () => {
    expect((await upload(shop, png, 'picture')).body.code).toBe('INVALID');
    const json = await shop.json('post', '/images', { as: await shop.admin(), body: {} });
    expect(json.body.code).toBe('UNSUPPORTED_MEDIA');
    const broken = await shop.json('post', '/images', {
      as: await shop.admin(),
      body: 'rubbish',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(broken.body.code).toBe('MALFORMED');
    const large = await upload(shop, Buffer.alloc(9 * 1024 * 1024));
    expect(large.body).toMatchObject({ code: 'TOO_LARGE', detail: 'Send at most 8 MB.' });
  });

  it('takes a picture that needs minutes on a slow line', async () => {
    const { token } = await shop.admin();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'tool.png');
    const { type, body } = await multipart(form);
    const half = Math.floor(body.length / 2);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Not by a spy: Vitest restores all spies again after this file, and with this one the timers that are gone by then.
    const faked = globalThis.setTimeout;
    const limits: number[] = [];
    globalThis.setTimeout = ((work: () => void, ms = 0) => {
      limits.push(ms);
      return faked(work, ms);
    }) as typeof setTimeout;
    try {
      const socket = connect(shop.shop.port, '127.0.0.1');
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk;
      });
      const lines = [
        'POST /api/images HTTP/1.1',
        'Host: shop',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
      socket.write(body.subarray(0, half));
      // The server reads once it has set itself a time limit for the body.
      await expect.poll(() => limits.some((ms) => ms >= 10_000)).toBe(true);
      vi.advanceTimersByTime(5 * 60_000);
      vi.useRealTimers();
      // The minutes were too long for the calls to Redis that were under way as well.
      const isReady = async () => (await shop.call('get', '/readyz')).status;
      await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
      socket.write(body.subarray(half));
      await once(socket, 'close');
      expect(answer).toContain('HTTP/1.1 200 OK');
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses vector pictures and documents, whatever they are called', async () => {
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', '%PDF-1.7\n', 'II*\0']) {
      const { status, body } = await upload(shop, Buffer.from(text));
      expect([text, status, body.code]).toEqual([text, 415, 'UNSUPPORTED_MEDIA']);
    }
  });

  it('finds no picture under another name, nor any other file', async () => {
    for (const name of [
      'x.webp',
      '..%2faccess-token-secret',
      `${'0'.repeat(32)}.webp`,
      `${'0'.repeat(32)}.svg`,
    ]) {
      expect([name, (await fetch(`${shop.shop.url}/images/${name}`)).status]).toEqual([name, 404]);
    }
  });
});

describe('an external picture host', () => {
  it('gets our encoding and our key; its answer is passed on and its failure is a clear error', async () => {
    let reply = { status: 200, body: '{"success":true,"data":{"url":"https://i.host/abc.webp"}}' };
    const asked: string[] = [];
    const host = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      request.on('end', () => {
        response.statusCode = reply.status;
        response.end(reply.body);
      });
    });
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/1/upload`;
    const hosted = await RunningShop.start({ IMAGE_HOST_URL: url, IMAGE_HOST_KEY: 'a key' }, shop);
    try {
      expect((await upload(hosted, png)).body.data.url).toBe('https://i.host/abc.webp');
      expect(asked).toEqual(['POST /1/upload?key=a+key']);
      reply = { status: 500, body: 'a stack trace' };
      const failed = await upload(hosted, png);
      expect([failed.status, failed.body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
      expect(JSON.stringify(failed.body)).not.toContain('a+key');
    } finally {
      await hosted.stop({ keepRedis: true });
      host.closeAllConnections();
      await new Promise((closed) => host.close(closed));
    }
  });
});
