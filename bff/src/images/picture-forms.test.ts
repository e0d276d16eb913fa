import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../problem/problem-error.ts';
import { pictureForms, pictureWidths } from './picture-forms.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d4e' } });

const refusal = async (bytes: Uint8Array): Promise<[number, string]> => {
  const error = await pictureForms(bytes).catch((thrown: unknown) => thrown);
  return error instanceof ProblemError ? [error.status, error.code] : [0, String(error)];
};

describe('an uploaded picture', () => {
  it('is encoded in every width as WebP and AVIF, and its largest form comes last', async () => {
    const forms = await pictureForms(await picture(1600, 1200).jpeg().toBuffer());
    const hash = forms.name.replace('.webp', '');
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    expect(forms).toMatchObject({ width: 1200, height: 900 });
    expect(forms.files.map((file) => file.name)).toEqual([
      ...pictureWidths.flatMap((width) => [`${hash}-${width}.webp`, `${hash}-${width}.avif`]),
      `${hash}.webp`,
    ]);
    const sizes = await Promise.all(
      forms.files.map(async (file) => (await sharp(file.bytes).metadata()).width),
    );
    expect(sizes).toEqual([400, 400, 800, 800, 1200, 1200, 1200]);
  });

  it('keeps no metadata and stands upright', async () => {
    const original = await picture(300, 100)
      .withExif({ IFD0: { Copyright: 'A secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const forms = await pictureForms(original);
    expect(forms).toMatchObject({ width: 100, height: 300 });
    for (const file of forms.files) {
      const metadata = await sharp(file.bytes).metadata();
      expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    }
  });

  it('has the same name whenever the same bytes come', async () => {
    const bytes = await picture(20, 20).png().toBuffer();
    expect((await pictureForms(bytes)).name).toBe((await pictureForms(bytes)).name);
  });

  it('is refused when it is none, is broken, is drawn by code, or has too many pixels', async () => {
    const png = await picture(200, 200).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect/></svg>');
    expect(await refusal(Buffer.from('#!/bin/sh\necho hello'))).toEqual([415, 'UNSUPPORTED_MEDIA']);
    expect(await refusal(svg)).toEqual([415, 'UNSUPPORTED_MEDIA']);
    expect(await refusal(png.subarray(0, png.length - 60))).toEqual([400, 'BAD_IMAGE']);
    const huge = await picture(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    expect(await refusal(huge)).toEqual([400, 'BAD_IMAGE']);
  });
});
