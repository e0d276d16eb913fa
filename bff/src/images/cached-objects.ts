import type { ReadObject } from './picture-store.ts';

/** About as much as all forms of a hundred pictures. */
const defaultBytes = 24 * 1024 * 1024;

/**
 * Remembers objects that were read last, `mostBytes` of them together, for a storage at the other end of a network: a page of the catalogue asks for a picture per tool.
 * Whoever asks for one that is on its way waits for the same answer. Objects never change, so nothing grows old; what is not there, and what failed, is asked again.
 */
export function cachedObjects(read: ReadObject, mostBytes = defaultBytes): ReadObject {
  // The one that was asked for longest ago comes first.
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const onTheWay = new Map<string, ReturnType<ReadObject>>();
  let bytes = 0;
  const keep = (name: string, object: Uint8Array<ArrayBuffer>) => {
    kept.set(name, object);
    bytes += object.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= mostBytes) return;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  };
  const fetched = async (name: string) => {
    try {
      const object = await read(name);
      if (object !== null) keep(name, object);
      return object;
    } finally {
      onTheWay.delete(name);
    }
  };
  return async (name) => {
    const found = kept.get(name);
    if (found !== undefined) {
      kept.delete(name);
      kept.set(name, found);
      return found;
    }
    const asked = onTheWay.get(name) ?? fetched(name);
    onTheWay.set(name, asked);
    return asked;
  };
}
