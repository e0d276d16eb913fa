import { createHash } from 'node:crypto';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { ProblemError } from '../problem/problem-error.ts';

/** Widths in which every picture exists, in pixels; `contracts/shop.ts` tells clients of them. */
export const pictureWidths = [400, 800, 1200] as const;
/** The largest upload, in bytes. */
export const maxPictureBytes = 8 * 1024 * 1024;
const maxPixels = 40_000_000;
const takenFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);

/** One file to store. */
export interface PictureFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The largest form of a picture, which clients are given. */
export interface LargestForm {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A picture in all its forms; `name` is the one that clients are given. */
export interface PictureForms {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly files: readonly PictureFile[];
}

const badImage = (detail: string, cause?: unknown) =>
  new ProblemError('BAD_IMAGE', detail, { errors: [{ field: 'image', message: detail }], cause });

/**
 * Decodes a picture by its content (whatever its name or declared type says) and encodes it anew in its largest form, upright
 * and without metadata: a phone's photo carries the place where it was taken. The name is a hash of the given bytes,
 * so the same picture has one address. Throws ProblemError 415 UNSUPPORTED_MEDIA, or 400 BAD_IMAGE for what is broken or too large.
 */
export async function largestForm(original: Uint8Array): Promise<LargestForm> {
  const upright = await uprightPicture(original);
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 32);
  const { data, info } = await unlessDamaged(
    sized(upright, Math.max(...pictureWidths))
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true }),
  );
  return { name: `${hash}.webp`, width: info.width, height: info.height, bytes: new Uint8Array(data) };
}

/** Like {@link largestForm}, in every width; throws the same. */
export async function pictureForms(original: Uint8Array): Promise<PictureForms> {
  const { name, width, height, bytes } = await largestForm(original);
  const upright = await uprightPicture(original);
  const stem = name.replace('.webp', '');
  const files: PictureFile[] = [];
  for (const width of pictureWidths) {
    const scaled = sized(upright, width);
    const webp = await unlessDamaged(scaled.clone().webp({ quality: 80 }).toBuffer());
    const avif = await unlessDamaged(scaled.clone().avif({ quality: 55, effort: 2 }).toBuffer());
    files.push(
      { name: `${stem}-${width}.webp`, bytes: webp },
      { name: `${stem}-${width}.avif`, bytes: avif },
    );
  }
  // Last, because its presence says that the others are there.
  files.push({ name, bytes });
  return { name, width, height, files };
}

async function uprightPicture(original: Uint8Array): Promise<Sharp> {
  const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error' });
  const { format } = await readable(picture);
  if (!takenFormats.has(format ?? ''))
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send a JPEG, PNG, WebP, AVIF or GIF picture.');
  return picture.rotate();
}

const sized = (upright: Sharp, width: number): Sharp =>
  upright.clone().resize({ width, withoutEnlargement: true });

const unlessDamaged = <T>(encoding: Promise<T>): Promise<T> =>
  encoding.catch((error: unknown) => {
    throw badImage('The picture is damaged. Try another file.', error);
  });

async function readable(picture: Sharp): Promise<Metadata> {
  try {
    return await picture.metadata();
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    if (tooLarge) throw badImage('The picture has too many pixels; send at most 40 megapixels.', error);
    throw new ProblemError('UNSUPPORTED_MEDIA', 'Send a JPEG, PNG, WebP, AVIF or GIF picture.', {
      cause: error,
    });
  }
}
