import type { ObjectStore } from './object-store.ts';

/** Holds nothing of the shop: it is put so that one can see whether a name is given once. */
const checkName = 'karigar-check';

/**
 * Checks that a storage can be written and gives a name only once: without that two servers would overwrite each other's objects. Throws an `Error` that
 * says so, and `ObjectsUnavailableError` when the storage is away.
 */
export async function checkObjects(store: ObjectStore): Promise<void> {
  const bytes = new TextEncoder().encode('Karigar put this here to see whether a name is given only once.\n');
  await store.putNew(checkName, bytes);
  if (await store.putNew(checkName, bytes))
    throw new Error(
      'The storage at OBJECTS_URL overwrites what is there (it does not know If-None-Match: *, or loses what it takes). Choose another storage.',
    );
}

/** Reads what the check has left, to see whether a storage answers. Throws `ObjectsUnavailableError` when it does not. */
export async function pingObjects(store: ObjectStore): Promise<void> {
  await store.read(checkName);
}
