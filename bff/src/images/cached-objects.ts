import { LRUCache } from 'lru-cache';
import type { ReadObject } from './picture-store.ts';

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
