import {
  checkObject,
  isObjectName,
  maxObjectBytes,
  ObjectDamagedError,
  type ObjectStore,
  ObjectsUnavailableError,
} from './object-store.ts';
import { type ObjectsAddress, ObjectsAddressError } from './objects-address.ts';
import { type S3Answer, type S3Credentials, s3Requests } from './s3-request.ts';
import { errorCode, type ListedPage, listedPage } from './s3-xml.ts';
import { sha256Of } from './sha256.ts';

/** More than a page of a thousand names has. */
const maxAnswerBytes = 4 * 1024 * 1024;
/** Under this header the storage keeps what the bytes of an object must come to. */
const sumHeader = 'x-amz-meta-sha256';

/**
 * Keeps objects in a bucket, with four plain requests that every compatible storage knows: PUT with `If-None-Match: *`, GET, DELETE and ListObjectsV2, by
 * path-style addresses. The hash of each object is kept beside it, so that bytes which are not those that were put are a fault; what another tool has copied
 * there carries none and is judged by its length. A call ends within `timeoutMs`; for a listing this is each page. Throws `ObjectsAddressError` without credentials.
 */
export function s3Objects(
  { origin, bucket, prefix: root }: Extract<ObjectsAddress, { kind: 's3' }>,
  credentials: S3Credentials | null,
  timeoutMs: number,
): ObjectStore {
  if (credentials === null)
    throw new ObjectsAddressError('is a bucket: set OBJECTS_KEY_ID and OBJECTS_SECRET too');
  const ask = s3Requests(credentials, timeoutMs);
  const urlOf = (name: string) => new URL(`${origin}/${bucket}/${root}${name}`);

  async function page(prefix: string, after: string | null): Promise<ListedPage> {
    const url = new URL(`${origin}/${bucket}`);
    url.searchParams.set('list-type', '2');
    url.searchParams.set('prefix', root + prefix);
    if (after !== null) url.searchParams.set('continuation-token', after);
    const { bytes } = await ask({ method: 'GET', url, expected: [200], maxBytes: maxAnswerBytes });
    try {
      return listedPage(bytes);
    } catch (error) {
      throw new ObjectsUnavailableError(`The listing of ${bucket} cannot be read`, error);
    }
  }

  return {
    async putNew(name, bytes) {
      checkObject(name, bytes.byteLength);
      const body = new Uint8Array(bytes);
      const { status } = await ask({
        method: 'PUT',
        url: urlOf(name),
        headers: {
          'content-type': 'application/octet-stream',
          'if-none-match': '*',
          [sumHeader]: sha256Of(body),
        },
        body,
        expected: [200, 201, 412],
        maxBytes: maxAnswerBytes,
      });
      return status !== 412;
    },
    async read(name) {
      checkObject(name);
      const answer = await ask({
        method: 'GET',
        url: urlOf(name),
        expected: [200, 404],
        maxBytes: maxObjectBytes,
      });
      if (answer.status === 404) return noneAt(bucket, answer);
      const sum = answer.headers.get(sumHeader);
      if (sum !== null && sum !== sha256Of(answer.bytes)) throw new ObjectDamagedError(name);
      return answer.bytes;
    },
    async *list(prefix) {
      let last = '';
      let next: string | null = null;
      do {
        const before: string | null = next;
        const listed: ListedPage = await page(prefix, before);
        for (const key of listed.keys) {
          const name = key.slice(root.length);
          if (!isObjectName(name)) continue;
          if (!key.startsWith(root + prefix) || name <= last)
            throw new ObjectsUnavailableError(`The listing of ${bucket} names ${key} where it cannot be`);
          last = name;
          yield name;
        }
        next = listed.next;
        if (next !== null && next === before)
          throw new ObjectsUnavailableError(`The listing of ${bucket} does not go on`);
      } while (next !== null);
    },
    async remove(name) {
      checkObject(name);
      const answer = await ask({
        method: 'DELETE',
        url: urlOf(name),
        expected: [200, 204, 404],
        maxBytes: maxAnswerBytes,
      });
      if (answer.status === 404) noneAt(bucket, answer);
    },
  };
}

/** Gives null for an object that is not there; throws `ObjectsUnavailableError` where the whole bucket is not. */
function noneAt(bucket: string, answer: S3Answer): null {
  if (errorCode(answer.bytes) !== 'NoSuchBucket') return null;
  throw new ObjectsUnavailableError(
    `The storage of objects has no bucket ${bucket}: make it, or correct OBJECTS_URL`,
  );
}
