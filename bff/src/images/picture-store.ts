import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EncodePicture } from './picture-encoder.ts';
import { pictureName } from './picture-names.ts';

/**
 * Where uploaded pictures go. `add` answers the address and the size of the largest form; it throws the ProblemErrors of
 * `EncodePicture`, and 503 PROVIDER_UNAVAILABLE when a host does not take it.
 */
export interface PictureStore {
  add(original: Uint8Array): Promise<{ url: string; width: number; height: number }>;
}

/** Where uploaded pictures are kept, below the shop's data folder. */
export const pictureFolder = (dataDir: string): string => join(dataDir, 'images');

/** Keeps pictures as files in `folder`. Each file appears whole (written beside, then renamed). */
export function filePictureStore(folder: string, encode: EncodePicture): PictureStore {
  return {
    async add(original) {
      const { largest, width, height, others } = await encode({ original, forms: 'every' });
      await mkdir(folder, { recursive: true });
      // The largest last, because its presence says that the others are there.
      for (const { name, bytes } of [...others, largest]) {
        const draft = join(folder, `.${name}.${randomBytes(4).toString('hex')}`);
        await writeFile(draft, bytes);
        await rename(draft, join(folder, name));
      }
      return { url: `/images/${largest.name}`, width, height };
    },
  };
}

/** The bytes and type of a stored picture, or null when there is none of this name. */
export async function storedPicture(
  folder: string,
  name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!pictureName.test(name)) return null;
  try {
    const bytes = await readFile(join(folder, name));
    return { bytes: new Uint8Array(bytes), type: name.endsWith('.avif') ? 'image/avif' : 'image/webp' };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
