import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem/problem-error.ts';
import { encodePicture } from './encode-picture.ts';
import { type EncodePicture, pictureEncoder } from './picture-encoder.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d4e' } })
    .jpeg()
    .toBuffer();

const refusal = async (encode: EncodePicture, original: Uint8Array) => {
  const error = await encode(original).catch((thrown: unknown) => thrown);
  return error instanceof ProblemError ? [error.status, error.code, error.message] : error;
};

describe('a picture in a process of its own', () => {
  it('comes back as it would from this process', async () => {
    const original = await picture(900, 600);
    const encoded = await pictureEncoder()(original);
    expect(encoded).toEqual(await encodePicture(original));
  });

  it('is refused with what to send instead, and the next one is encoded', async () => {
    const encode = pictureEncoder();
    const [text, broken, whole] = await Promise.all([
      refusal(encode, Buffer.from('#!/bin/sh\necho hello')),
      refusal(encode, (await picture(200, 200)).subarray(0, 300)),
      encode(await picture(20, 10)),
    ]);
    expect(text).toEqual([415, 'UNSUPPORTED_MEDIA', 'Send a JPEG, PNG, WebP, AVIF or GIF picture.']);
    expect(broken).toEqual([400, 'BAD_IMAGE', 'The picture is damaged. Try another file.']);
    expect(whole).toMatchObject({ width: 20, height: 10 });
  });

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('may be of the kind %s', async (kind) => {
    const original = await sharp(await picture(8, 4))
      .toFormat(kind)
      .toBuffer();
    expect(await pictureEncoder()(original)).toMatchObject({ width: 8, height: 4 });
  });

  it('starts no process for what does not begin like a picture', async () => {
    // This entry ends without an answer, which is a 503.
    const encode = pictureEncoder({ entry: join(import.meta.dirname, 'encode-picture.ts') });
    for (const other of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '\ufeff<?xml version="1.0"?><svg/>',
      '%PDF-1.7',
    ])
      expect(await refusal(encode, Buffer.from(other))).toContain('UNSUPPORTED_MEDIA');
  });

  it('is refused when it takes more of the processor than it may', async () => {
    const encode = pictureEncoder({ processorMs: 1 });
    expect(await refusal(encode, await picture(20, 20))).toEqual([
      400,
      'BAD_IMAGE',
      'The picture takes too long to read. Send a smaller one.',
    ]);
  });

  it('is asked for again when its process ends without an answer', async () => {
    // A module that listens to nobody ends by itself.
    const encode = pictureEncoder({ entry: join(import.meta.dirname, 'encode-picture.ts') });
    expect(await refusal(encode, await picture(20, 20))).toEqual([
      503,
      'UNAVAILABLE',
      'The picture could not be read just now. Try again in a moment.',
    ]);
  });

  it('waits while another one is encoded', async () => {
    const encode = pictureEncoder();
    const ended: string[] = [];
    const [large, small] = [await picture(3_000, 2_000), await picture(10, 10)];
    await Promise.all([
      encode(large).then(() => ended.push('large')),
      encode(small).then(() => ended.push('small')),
    ]);
    expect(ended).toEqual(['large', 'small']);
  });
});
