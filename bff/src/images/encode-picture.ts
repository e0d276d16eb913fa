import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { acceptedPictures, pictureWidths } from './picture-names.ts';

const largestWidth = Math.max(...pictureWidths);
/** The height of a form is at most this many times its width: WebP ends at 16,383 pixels. */
const tallest = 2;
const maxPixels = 40_000_000;

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

/** One file to store. */
interface PictureFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An encoded picture; `width` and `height` are those of its largest form, the one that clients are given. */
export interface EncodedPicture {
  largest: PictureFile;
  width: number;
  height: number;
  /** The other forms; empty where only the largest was asked for. */
  others: readonly PictureFile[];
}

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
 * Decodes a picture by its content (whatever its name or declared type says) and encodes it anew in its largest form or in every
 * form, upright and without metadata: a phone's photo carries the place where it was taken. The names are made of a hash of
 * the given bytes, so the same picture has one address. Throws PictureRefusedError.
 */
export async function encodePicture(
  original: Uint8Array,
  forms: 'every' | 'largest',
): Promise<EncodedPicture> {
  const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' });
  await checkHeader(picture);
  // Decoded once, so that only a fault of decoding calls a picture damaged.
  const { data: pixels, info } = await unlessDamaged(
    fitted(picture.rotate(), largestWidth).raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const decoded = sharp(pixels, { raw: { width, height, channels } });
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const largest = await decoded.clone().webp({ quality: 82 }).toBuffer();
  const others: PictureFile[] = [];
  for (const wide of forms === 'every' ? pictureWidths : []) {
    const sized = fitted(decoded.clone(), wide);
    const webp = await sized.clone().webp({ quality: 80 }).toBuffer();
    const avif = await sized.clone().avif({ quality: 55, effort: 2 }).toBuffer();
    others.push(
      { name: `${hash}-${wide}.webp`, bytes: new Uint8Array(webp) },
      { name: `${hash}-${wide}.avif`, bytes: new Uint8Array(avif) },
    );
  }
  return { largest: { name: `${hash}.webp`, bytes: new Uint8Array(largest) }, width, height, others };
}

const fitted = (picture: Sharp, width: number): Sharp =>
  picture.resize({ width, height: tallest * width, fit: 'inside', withoutEnlargement: true });

async function checkHeader(picture: Sharp): Promise<void> {
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

async function unlessDamaged<T>(encoding: Promise<T>): Promise<T> {
  try {
    return await encoding;
  } catch (error) {
    throw new PictureRefusedError('BAD_IMAGE', 'The picture is damaged. Try another file.', error);
  }
}
