import type { ObjectStore } from '@karigar/events';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { ProblemError } from '../problem/problem-error.ts';
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

const HostAnswer = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https?$/ }) }),
});

/**
 * Forwards pictures to an external host that speaks imgbb's protocol. The key goes from this server to the host and never to a
 * browser, and what is forwarded is our own encoding, without the metadata of the original.
 */
export const hostedPictures =
  (host: { url: string; key: string }, encode: EncodePicture): StorePicture =>
  async (original) => {
    const { largest, width, height } = await encode(original);
    const body = new FormData();
    body.set('image', new Blob([largest.bytes], { type: 'image/webp' }), largest.name);
    const address = new URL(host.url);
    address.searchParams.set('key', host.key);
    try {
      const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(15_000) });
      if (!answer.ok) throw new Error(`The picture host answered ${answer.status}`);
      return { url: HostAnswer.parse(await answer.json()).data.url, width, height };
    } catch (error) {
      throw new ProblemError(
        'PROVIDER_UNAVAILABLE',
        'The picture could not be uploaded. Try again in a moment.',
        // The error itself may quote the address, which holds the key.
        { retryAfter: 5, cause: error instanceof Error ? error.name : undefined },
      );
    }
  };

/** About as much as all forms of a hundred pictures (bytes). */
const defaultSize = 24 * 1024 * 1024;

/**
 * Keeps the objects that were read last in memory, for a storage at the other end of a network. Requests for the same object share one read.
 * Objects never change, so none expires; a missing object and a failed read are not kept.
 */
export function cachedObjects(read: ReadObject, maxSize = defaultSize): ReadObject {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: async (name) => (await read(name)) ?? undefined,
  });
  return async (name) => (await cache.fetch(name)) ?? null;
}
