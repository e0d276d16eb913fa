import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureForms } from './picture-forms.ts';

/**
 * Where uploaded pictures go. `add` answers the address and the size of the largest form; it throws the ProblemErrors of
 * `pictureForms`, and 503 PROVIDER_UNAVAILABLE when a host does not take it.
 */
export interface PictureStore {
  add(original: Uint8Array): Promise<{ url: string; width: number; height: number }>;
}

/** Where uploaded pictures are kept, below the shop's data folder. */
export const pictureFolder = (dataDir: string): string => join(dataDir, 'images');

const pictureName = /^[0-9a-f]{32}(?:-(?:400|800|1200))?\.(?:webp|avif)$/;

/**
 * Keeps pictures as files in `folder`. Encoding is slow and hungry, so one picture is encoded at a time; the others wait.
 * Each file appears whole (written beside, then renamed).
 */
export function filePictureStore(folder: string): PictureStore {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    add(original) {
      const turn = queue.then(async () => {
        const forms = await pictureForms(original);
        await mkdir(folder, { recursive: true });
        for (const file of forms.files) {
          const draft = join(folder, `.${file.name}.${randomBytes(4).toString('hex')}`);
          await writeFile(draft, file.bytes);
          await rename(draft, join(folder, file.name));
        }
        return { url: `/images/${forms.name}`, width: forms.width, height: forms.height };
      });
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The bytes and type of a kept picture, or null when there is none of this name. */
export async function keptPicture(
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
