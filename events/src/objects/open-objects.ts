import { fileURLToPath } from 'node:url';
import { folderObjects } from './folder-objects.ts';
import { isObjectName, type ObjectStore } from './object-store.ts';
import { type S3Credentials, type S3Place, s3Objects } from './s3-objects.ts';

/** A folder or a bucket. */
export type ObjectsAddress = { kind: 'folder'; path: string } | ({ kind: 's3' } & S3Place);

/** An invalid address of objects. The message completes a sentence that begins with the name of the setting. */
export class ObjectsAddressError extends Error {}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads an address of objects: `file:///folder`, or `https://host/bucket` with or without a prefix behind it. Plain http is accepted for this machine
 * only. Throws {@link ObjectsAddressError}.
 */
export function readObjectsAddress(address: string): ObjectsAddress {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.username || url?.password)
    throw new ObjectsAddressError(
      'must hold no keys: set OBJECTS_KEY_ID and OBJECTS_SECRET, which no log shows',
    );
  if (url?.protocol === 'http:' && !loopback.test(url.hostname))
    throw new ObjectsAddressError('is plain http, which is not encrypted: use https');
  const isPlain = url !== null && url.search === '' && url.hash === '';
  if (isPlain && url.protocol === 'file:' && url.host === '')
    return { kind: 'folder', path: fileURLToPath(url) };
  const path = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  if (!isPlain || !url.protocol.startsWith('http') || !isObjectName(path))
    throw new ObjectsAddressError(
      'must look like file:///folder or https://host/bucket/prefix, with letters, digits, . _ and - in the names, without ? and #',
    );
  const [bucket = '', ...rest] = path.split('/');
  return { kind: 's3', origin: url.origin, bucket, prefix: rest.map((part) => `${part}/`).join('') };
}

/**
 * Opens the storage at an address, as `readObjectsAddress` takes it, without a request. A call takes at most `timeoutMs`, repeated requests included.
 * Throws `ObjectsAddressError`, also for a bucket without credentials.
 */
export function openObjects(
  address: string,
  { credentials, timeoutMs = 30_000 }: { credentials: S3Credentials | null; timeoutMs?: number },
): ObjectStore {
  const place = readObjectsAddress(address);
  if (place.kind === 'folder') return folderObjects(place.path);
  if (credentials === null)
    throw new ObjectsAddressError('is a bucket: set OBJECTS_KEY_ID and OBJECTS_SECRET too');
  return s3Objects(place, credentials, timeoutMs);
}

/** A small object for checks. */
const checkName = 'karigar-check';

/**
 * Checks that a storage can be written and stores a name only once: otherwise two servers would overwrite each other's objects. Throws an `Error` that
 * says so, and `ObjectsUnavailableError` when the storage does not answer.
 */
export async function checkObjects(store: ObjectStore): Promise<void> {
  const bytes = new TextEncoder().encode('Karigar stored this to check that a name is given only once.\n');
  await store.putNew(checkName, bytes);
  if (await store.putNew(checkName, bytes))
    throw new Error(
      'The storage at OBJECTS_URL or KEYS_URL overwrites existing objects (it does not support If-None-Match: *, or loses objects). Choose another storage.',
    );
}

/** Checks that a storage answers. Throws `ObjectsUnavailableError` when it does not. */
export async function pingObjects(store: ObjectStore): Promise<void> {
  await store.read(checkName);
}
