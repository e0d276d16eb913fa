import { fileURLToPath } from 'node:url';
import { isObjectName } from './object-store.ts';

/** Where objects are kept: below a folder, or in a bucket of an S3-compatible storage, below a prefix that is empty or ends with a slash. */
export type ObjectsAddress =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3';
      /** Scheme, host and port, without a slash at the end. */
      readonly origin: string;
      readonly bucket: string;
      readonly prefix: string;
    };

/** An address that cannot be one of objects; its message is the end of a sentence that begins with the name of the setting. */
export class ObjectsAddressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ObjectsAddressError';
  }
}

const shape = 'must look like file:///folder or https://host/bucket/prefix';
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads an address of objects: `file:///folder`, or `https://host/bucket` with a prefix behind it or without. Plain http is for this machine alone.
 * Throws {@link ObjectsAddressError}.
 */
export function readObjectsAddress(address: string): ObjectsAddress {
  if (!URL.canParse(address)) throw new ObjectsAddressError(shape);
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new ObjectsAddressError(
      'must hold no keys: they belong into OBJECTS_KEY_ID and OBJECTS_SECRET, where no log shows them',
    );
  if (url.search !== '' || url.hash !== '') throw new ObjectsAddressError(`takes no ? and #: it ${shape}`);
  if (url.protocol === 'file:') return folderOf(url);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new ObjectsAddressError(shape);
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    throw new ObjectsAddressError('is plain http, which everybody on the way can read: use https');
  const [bucket = '', ...rest] = url.pathname.replace(/^\/|\/$/g, '').split('/');
  if (!isObjectName(bucket)) throw new ObjectsAddressError(`must name a bucket: it ${shape}`);
  const prefix = rest.join('/');
  if (prefix !== '' && !isObjectName(prefix))
    throw new ObjectsAddressError('takes letters, digits, . _ and - between the slashes of its prefix');
  return { kind: 's3', origin: url.origin, bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

function folderOf(url: URL): ObjectsAddress {
  if (url.host !== '')
    throw new ObjectsAddressError('must begin with file:/// for a folder, with three slashes');
  try {
    return { kind: 'folder', path: fileURLToPath(url) };
  } catch {
    throw new ObjectsAddressError(shape);
  }
}
