import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { acceptedPictures } from './picture-kind.ts';
import { pictureWidths } from './picture-names.ts';

const largestWidth = Math.max(...pictureWidths);
const maxPixels = 40_000_000;

// The library decodes what the shop takes and nothing else: whatever its first bytes pretend to be, no other parser can run.
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
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An encoded picture; `width` and `height` are those of its largest form, the one that clients are given. */
export interface EncodedPicture {
  readonly largest: PictureFile;
  readonly width: number;
  readonly height: number;
  /** The other forms; empty where only the largest was asked for. */
  readonly others: readonly PictureFile[];
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
  const upright = picture.rotate();
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const { data, info } = await unlessDamaged(
    scaled(upright, largestWidth).webp({ quality: 82 }).toBuffer({ resolveWithObject: true }),
  );
  const others: PictureFile[] = [];
  for (const width of forms === 'every' ? pictureWidths : []) {
    const sized = scaled(upright, width);
    const webp = await unlessDamaged(sized.clone().webp({ quality: 80 }).toBuffer());
    const avif = await unlessDamaged(sized.clone().avif({ quality: 55, effort: 2 }).toBuffer());
    others.push(
      { name: `${hash}-${width}.webp`, bytes: new Uint8Array(webp) },
      { name: `${hash}-${width}.avif`, bytes: new Uint8Array(avif) },
    );
  }
  const largest = { name: `${hash}.webp`, bytes: new Uint8Array(data) };
  return { largest, width: info.width, height: info.height, others };
}

const scaled = (upright: Sharp, width: number): Sharp =>
  upright.clone().resize({ width, withoutEnlargement: true });

async function checkHeader(picture: Sharp): Promise<void> {
  try {
    await picture.metadata();
  } catch (error) {
    if (!(error instanceof Error && /pixel limit/i.test(error.message))) throw unsupported(error);
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

const unsupported = (cause: unknown) => new PictureRefusedError('UNSUPPORTED_MEDIA', acceptedPictures, cause);
