import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { acceptedPictures, linkPicture, pictureWidths } from './picture-names.ts';

const largestWidth = Math.max(...pictureWidths);
/** The height of a form is at most this many times its width: WebP ends at 16,383 pixels. */
const tallest = 2;
const maxPixels = 40_000_000;
/** The colour of the shop's pages, which surrounds a picture of another shape and shows through a transparent one. */
const background = '#fbf8f3';

// The library decodes these formats and nothing else: no parser of vector pictures, documents or rarer formats can run.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

/** An encoded picture; `width` and `height` are those of its largest form, the one that clients are given. */
export type EncodedPicture = Awaited<ReturnType<typeof encodePicture>>;

/** The refusal of a picture; its message says what to send instead. */
export class PictureRefusedError extends Error {
  readonly code: 'BAD_IMAGE' | 'UNSUPPORTED_MEDIA';

  constructor(code: 'BAD_IMAGE' | 'UNSUPPORTED_MEDIA', message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PictureRefusedError';
    this.code = code;
  }
}

/**
 * Decodes a picture by its content (whatever its name or declared type says) and encodes it anew in every form, upright and without metadata: a
 * phone's photo carries the place where it was taken. The names are made of a hash of the given bytes, so the same picture has one address.
 * Throws PictureRefusedError.
 */
export async function encodePicture(original: Uint8Array) {
  const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' });
  await checkHeader(picture);
  // Decoded once, so that only a fault of decoding calls a picture damaged.
  const { data: pixels, info } = await fitted(picture.rotate(), largestWidth)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new PictureRefusedError('BAD_IMAGE', 'The picture is damaged. Try another file.', error);
    });
  const { width, height, channels } = info;
  const decoded = sharp(pixels, { raw: { width, height, channels } });
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const file = async (name: string, encoding: Sharp) => ({
    name: hash + name,
    bytes: new Uint8Array(await encoding.toBuffer()),
  });
  const others = [];
  for (const wide of pictureWidths) {
    const sized = fitted(decoded.clone(), wide);
    others.push(
      await file(`-${wide}.webp`, sized.clone().webp({ quality: 80 })),
      await file(`-${wide}.avif`, sized.clone().avif({ quality: 55, effort: 2 })),
    );
  }
  const { ending, ...size } = linkPicture;
  const whole = decoded
    .clone()
    .toColourspace('srgb')
    .resize({ ...size, fit: 'contain', background });
  others.push(await file(ending, whole.flatten({ background }).jpeg({ quality: 80 })));
  const largest = await file('.webp', decoded.clone().webp({ quality: 82 }));
  return { largest, width, height, others };
}

const fitted = (picture: Sharp, width: number) =>
  picture.resize({ width, height: tallest * width, fit: 'inside', withoutEnlargement: true });

async function checkHeader(picture: Sharp) {
  try {
    const { compression = 'av1' } = await picture.metadata();
    // AVIF and the photos of iPhones (HEIC) are one container.
    if (compression !== 'av1') throw new Error(`The picture is compressed as ${compression}`);
  } catch (error) {
    if (!(error instanceof Error && /pixel limit/i.test(error.message)))
      throw new PictureRefusedError('UNSUPPORTED_MEDIA', acceptedPictures, error);
    const message = 'The picture has too many pixels; send at most 40 megapixels.';
    throw new PictureRefusedError('BAD_IMAGE', message, error);
  }
}
