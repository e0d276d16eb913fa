import { folderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { readObjectsAddress } from './objects-address.ts';
import { s3Objects } from './s3-objects.ts';
import type { S3Credentials } from './s3-request.ts';

/** What opens a storage of objects beside its address; a folder needs none of it. */
export interface ObjectsAccess {
  /** The keys of the storage; null where none are set. */
  readonly credentials: S3Credentials | null;
  /** The most ms that one call may take, everything that is asked again included; 30 s by itself. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 30_000;

/**
 * Opens the storage of objects at an address, as `readObjectsAddress` takes it. Nothing is asked of it yet. Throws `ObjectsAddressError`, also for
 * a bucket without credentials.
 */
export function openObjects(address: string, access: ObjectsAccess): ObjectStore {
  const place = readObjectsAddress(address);
  if (place.kind === 'folder') return folderObjects(place.path);
  return s3Objects(place, access.credentials, access.timeoutMs ?? defaultTimeoutMs);
}
