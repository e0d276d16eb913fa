import type { ObjectStore } from '@karigar/events';
import type { EncodePicture } from './picture-encoder.ts';
import { pictureName } from './picture-names.ts';

/**
 * Where uploaded pictures go. `add` answers the address and the size of the largest form; it throws the ProblemErrors of
 * `EncodePicture`, 503 PROVIDER_UNAVAILABLE when a host does not take it, and `ObjectsUnavailableError` when the storage of the shop does not.
 */
export interface PictureStore {
  add(original: Uint8Array): Promise<{ url: string; width: number; height: number }>;
}

/** Pictures lie below this name in the storage of objects. */
export const pictureFolder = 'images/';

/** Keeps pictures in the shop's own storage of objects, where every server finds them. */
export function ownPictureStore(objects: ObjectStore, encode: EncodePicture): PictureStore {
  return {
    async add(original) {
      const { largest, width, height, others } = await encode({ original, forms: 'every' });
      // A name is a hash of what was uploaded: where one is given already, the same picture came before.
      await Promise.all(others.map(({ name, bytes }) => objects.putNew(pictureFolder + name, bytes)));
      // The largest last, because its presence says that the others are there.
      await objects.putNew(pictureFolder + largest.name, largest.bytes);
      return { url: `/images/${largest.name}`, width, height };
    },
  };
}

/** Gives the bytes of an object; null when there is none. Throws `ObjectsUnavailableError`. */
export type ReadObject = ObjectStore['read'];

/** Gives the bytes and the type of a stored picture, or null when there is none of this name. Throws `ObjectsUnavailableError`. */
export async function storedPicture(
  read: ReadObject,
  name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null> {
  if (!pictureName.test(name)) return null;
  const bytes = await read(pictureFolder + name);
  return bytes && { bytes, type: name.endsWith('.avif') ? 'image/avif' : 'image/webp' };
}
