import type { ObjectStore } from '@karigar/events';
import type { EncodePicture } from './picture-encoder.ts';

/**
 * Stores an uploaded picture and answers the address and the size of its largest form. Throws the ProblemErrors of
 * `EncodePicture`, 503 PROVIDER_UNAVAILABLE when a host does not take it, and `ObjectsUnavailableError` when the storage of the shop does not.
 */
export type StorePicture = (original: Uint8Array) => Promise<{ url: string; width: number; height: number }>;

/** Pictures lie below this name in the storage of objects. */
export const pictureFolder = 'images/';

/** Keeps pictures in the shop's own storage of objects, where every server finds them. */
export const ownPictures =
  (objects: ObjectStore, encode: EncodePicture): StorePicture =>
  async (original) => {
    const { largest, width, height, others } = await encode(original);
    // A name is a hash of what was uploaded: where one is given already, the same picture came before.
    await Promise.all(others.map(({ name, bytes }) => objects.putNew(pictureFolder + name, bytes)));
    // The largest last, because its presence says that the others are there.
    await objects.putNew(pictureFolder + largest.name, largest.bytes);
    return { url: `/images/${largest.name}`, width, height };
  };

/** Gives the bytes of an object; null when there is none. Throws `ObjectsUnavailableError`. */
export type ReadObject = ObjectStore['read'];
