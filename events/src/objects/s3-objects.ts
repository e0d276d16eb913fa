import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import {
  checkObject,
  isObjectName,
  ObjectDamagedError,
  type ObjectStore,
  ObjectsUnavailableError,
  sha256Of,
} from './object-store.ts';

/** Keys that sign the requests to a storage. */
export interface S3Credentials {
  keyId: string;
  secret: string;
  region: string;
}

/** A bucket: `origin` has no slash at the end, `prefix` is empty or ends with one. */
export interface S3Place {
  origin: string;
  bucket: string;
  prefix: string;
}

/** Statuses that ask for a repeat of a request that changed nothing: a concurrent write, too many requests. */
const busy = [409, 429, 503];
const pausesMs = [200, 800];
/** Has a PUT store an object only where there is none of that name. */
const ifNew = { 'if-none-match': '*' };
/** The storage keeps the hash of an object under this header. */
const sumHeader = 'x-amz-meta-sha256';

/** Gives the texts of all XML elements of a name. What this room asks for holds no entities: keys are names of objects. */
const textsOf = (bytes: Uint8Array, name: string): string[] =>
  [
    ...Buffer.from(bytes)
      .toString()
      .matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')),
  ].map(([, text = '']) => text);

/**
 * Stores objects in a bucket with the requests that every compatible storage knows: PUT with and without `If-None-Match: *`, GET, DELETE and ListObjectsV2, by
 * path-style addresses. The hash of each object is stored beside it and checked on reading; an object that another tool copied may have none. A call ends
 * within `timeoutMs`, a listing within that for each page.
 */
export function s3Objects(
  { origin, bucket, prefix: root }: S3Place,
  { keyId, secret, region }: S3Credentials,
  timeoutMs: number,
): ObjectStore {
  const signer = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region });
  const inBucket = (name: string) => new URL(`${origin}/${bucket}/${root}${name}`);
  const place = new URL(origin).host;

  async function send(
    method: string,
    url: URL,
    body: Uint8Array | null,
    condition: object,
    signal: AbortSignal,
  ) {
    const sum = sha256Of(body ?? new Uint8Array());
    const put = { ...condition, [sumHeader]: sum, 'content-type': 'application/octet-stream' };
    const request = await signer.sign(url.href, {
      ...{ method, signal, redirect: 'manual' },
      ...(body && { body: new Uint8Array(body) }),
      headers: { 'x-amz-content-sha256': sum, ...(body && put) },
    });
    // Not signed, because some storages change it on the way. Without it an answer may be compressed.
    request.headers.set('accept-encoding', 'identity');
    const answer = await fetch(request);
    const { status, headers } = answer;
    return { status, headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  /** Repeats a request when the storage asks for it, and a GET also after a failure: it changes nothing. */
  async function ask(
    method: 'GET' | 'PUT' | 'DELETE',
    url: URL,
    expected: readonly number[],
    body: Uint8Array | null = null,
    condition = {},
  ) {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let turn = 0; ; turn += 1) {
      const pause = pausesMs[turn];
      const answer = await send(method, url, body, condition, signal).catch((error: unknown) => {
        if (pause !== undefined && method === 'GET' && !signal.aborted) return null;
        const why = signal.aborted ? `did not answer within ${timeoutMs / 1_000} s` : 'cannot be reached';
        throw new ObjectsUnavailableError(`The storage of objects at ${place} ${why}`, error);
      });
      if (answer !== null) {
        const { status, bytes } = answer;
        const code = status < 400 ? '' : (textsOf(bytes, 'Code')[0] ?? '');
        if (expected.includes(status) && code !== 'NoSuchBucket') return answer;
        if (pause === undefined || !(busy.includes(status) || (method === 'GET' && status >= 500)))
          throw new ObjectsUnavailableError(
            `The storage of objects at ${place} answered ${method} with ${status} ${code}: check OBJECTS_KEY_ID, OBJECTS_SECRET, OBJECTS_REGION, the address of the bucket and the clock of this machine`,
          );
      }
      await delay((pause ?? 0) * (0.5 + Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    async putNew(name, bytes) {
      checkObject(name, bytes.byteLength);
      return (await ask('PUT', inBucket(name), [200, 201, 412], bytes, ifNew)).status !== 412;
    },
    async replace(name, bytes) {
      checkObject(name, bytes.byteLength);
      await ask('PUT', inBucket(name), [200, 201], bytes);
    },
    async read(name) {
      checkObject(name);
      const { status, headers, bytes } = await ask('GET', inBucket(name), [200, 404]);
      if (status === 404) return null;
      if ((headers.get(sumHeader) ?? sha256Of(bytes)) !== sha256Of(bytes))
        throw new ObjectDamagedError(`${name} comes back as other bytes than were stored`);
      return bytes;
    },
    async *list(prefix) {
      const url = new URL(`${origin}/${bucket}`);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', root + prefix);
      for (;;) {
        const { bytes } = await ask('GET', url, [200]);
        const [isTruncated] = textsOf(bytes, 'IsTruncated');
        const [token] = textsOf(bytes, 'NextContinuationToken');
        for (const key of textsOf(bytes, 'Key'))
          if (isObjectName(key.slice(root.length))) yield key.slice(root.length);
        if (isTruncated === 'false') return;
        if (isTruncated === undefined || token === undefined)
          throw new ObjectsUnavailableError(`The listing of ${bucket} cannot be read`);
        url.searchParams.set('continuation-token', token);
      }
    },
    async remove(name) {
      checkObject(name);
      await ask('DELETE', inBucket(name), [200, 204, 404]);
    },
  };
}
