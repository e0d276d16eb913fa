import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodePicture, PictureRefusedError } from './encode-picture.ts';
import { pictureWidths } from './picture-names.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d4e' } });

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const error = await encodePicture(bytes).catch((thrown: unknown) => thrown);
  return error instanceof PictureRefusedError ? error.code : String(error);
};

describe('an uploaded picture', () => {
  it('is encoded in every width as WebP and AVIF, as JPEG for links, and in its largest form', async () => {
    const encoded = await encodePicture(await picture(1600, 1200).jpeg().toBuffer());
    const hash = encoded.largest.name.replace('.webp', '');
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(encoded).toMatchObject({ width: 1200, height: 900 });
    expect(encoded.others.map((file) => file.name)).toEqual([
      ...pictureWidths.flatMap((width) => [`${hash}-${width}.webp`, `${hash}-${width}.avif`]),
      `${hash}-link.jpg`,
    ]);
    const sizes = await Promise.all(
      [...encoded.others, encoded.largest].map(async (file) => (await sharp(file.bytes).metadata()).width),
    );
    expect(sizes).toEqual([400, 400, 800, 800, 1200, 1200, 1200, 1200]);
  });

  it.each([
    ['tall', picture(300, 900)],
    ['small', picture(40, 40)],
    ['grey', picture(400, 400).greyscale()],
    ['transparent', picture(400, 400).ensureAlpha(0)],
  ])('that is %s stands whole in the JPEG for links', async (kind, original) => {
    const { others } = await encodePicture(await original.png().toBuffer());
    const link = sharp(others.at(-1)?.bytes);
    expect(await link.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630, space: 'srgb' });
    const pixel = async (left: number, top: number) => [
      ...(await link.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ];
    const paper = [251, 248, 243];
    const near = (colour: number[]) => paper.every((value, at) => Math.abs(value - (colour[at] ?? 0)) < 4);
    expect(near(await pixel(5, 5))).toBe(true);
    expect(near(await pixel(600, 315))).toBe(kind === 'transparent');
  });

  it.each([
    [600, 17_000, 85, 2_400],
    [17_000, 600, 1_200, 42],
    [9_000, 2, 1_200, 1],
  ])('of %i x %i pixels is fitted into a box', async (wide, high, width, height) => {
    const encoded = await encodePicture(await picture(wide, high).png().toBuffer());
    expect(encoded).toMatchObject({ width, height });
    for (const file of [...encoded.others, encoded.largest]) {
      const form = await sharp(file.bytes).metadata();
      expect(form.height).toBeLessThanOrEqual(2_400);
    }
  });

  it('keeps its colours, whatever kind of pixels it has', async () => {
    const grey = await picture(40, 40).greyscale().png().toBuffer();
    const deep = await picture(40, 40).toColourspace('rgb16').png().toBuffer();
    const clear = await picture(40, 40).ensureAlpha(0.5).png().toBuffer();
    const kinds = await Promise.all(
      [grey, deep, clear].map(async (bytes) => {
        const { largest } = await encodePicture(bytes);
        const { data } = await sharp(largest.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
        return [...data.subarray(0, 4)];
      }),
    );
    for (const [index, [red = 0, green = 0, blue = 0, alpha]] of kinds.entries()) {
      expect(alpha).toBe(index === 2 ? 127 : 255);
      if (index > 0) expect([red < 30, green > 70, blue > 50]).toEqual([true, true, true]);
      else expect(Math.abs(red - green)).toBeLessThan(3);
    }
  });

  it('keeps no metadata and stands upright', async () => {
    const original = await picture(300, 100)
      .withExif({ IFD0: { Copyright: 'A secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const encoded = await encodePicture(original);
    expect(encoded).toMatchObject({ width: 100, height: 300 });
    for (const file of [...encoded.others, encoded.largest]) {
      const metadata = await sharp(file.bytes).metadata();
      expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    }
  });

  it('has the same name whenever the same bytes come', async () => {
    const bytes = await picture(20, 20).png().toBuffer();
    const [first, second] = [await encodePicture(bytes), await encodePicture(bytes)];
    expect(second).toEqual(first);
  });

  it('is not called damaged when its encoder fails', async () => {
    const bytes = await picture(20, 20).png().toBuffer();
    const encoder = vi.spyOn(sharp.prototype, 'avif').mockReturnValue({
      toBuffer: () => Promise.reject(new Error('out of memory')),
    } as never);
    try {
      expect(await refusal(bytes)).toBe('Error: out of memory');
    } finally {
      encoder.mockRestore();
    }
  });

  it('is never read by a parser of vector pictures, documents or rarer formats', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect/></svg>');
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported/i);
    const tiff = await picture(8, 8).tiff().toBuffer();
    await expect(sharp(tiff).metadata()).rejects.toThrow(/unsupported/i);
  });

  it('is refused when it is none, is broken, is drawn by code, or has too many pixels', async () => {
    const png = await picture(200, 200).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect/></svg>');
    expect(await refusal(Buffer.from('#!/bin/sh\necho hello'))).toEqual('UNSUPPORTED_MEDIA');
    expect(await refusal(svg)).toEqual('UNSUPPORTED_MEDIA');
    expect(await refusal(png.subarray(0, png.length - 60))).toEqual('BAD_IMAGE');
    const huge = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    expect(await refusal(huge)).toEqual('BAD_IMAGE');
  });
});
