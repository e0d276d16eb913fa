import type { ObjectStore } from '../objects/object-store.ts';

/** Objects in memory, for tests that look into the storage and change what it keeps. */
export interface MemoryObjects extends ObjectStore {
  kept: Map<string, Uint8Array<ArrayBuffer>>;
  names(): string[];
}

/** Makes such a storage, empty. */
export function memoryObjects(): MemoryObjects {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const names = () => [...kept.keys()].sort();
  return {
    kept,
    names,
    async putNew(name, bytes) {
      if (kept.has(name)) return false;
      kept.set(name, Uint8Array.from(bytes));
      return true;
    },
    async replace(name, bytes) {
      kept.set(name, Uint8Array.from(bytes));
    },
    read: async (name) => kept.get(name) ?? null,
    async *list(prefix) {
      yield* names().filter((name) => name.startsWith(prefix));
    },
    async remove(name) {
      kept.delete(name);
    },
  };
}
