import { createHash } from 'node:crypto';
import type { Bucket } from './bucket.ts';
import { listObjects } from './list-objects.ts';
import { S3Error } from './s3-error.ts';
import type { SignedParts } from './signature.ts';

/** What is answered. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What of a request is done otherwise than it should be. */
export interface Lies {
  /** A PUT is acknowledged, and nothing kept. */
  readonly unkept: boolean;
  /** A PUT is acknowledged, and other bytes kept. */
  readonly keptOtherwise: boolean;
  /** The keys that a listing shows in place of those that there are. */
  readonly keys: readonly string[] | null;
}

const nothing = Buffer.alloc(0);
const keptHeaders = /^(content-type|cache-control|x-amz-meta-.+)$/;

/** Answers a request whose signature was checked. Throws an S3Error for what is refused. */
export function answerRequest(
  request: SignedParts & { readonly key: string },
  bucket: Bucket,
  { pageSize, lies }: { pageSize: number; lies: Lies },
): S3Answer {
  const { method, key, headers, query } = request;
  const checksum = Object.keys(headers).find((name) => /^x-amz-(checksum|sdk-checksum|trailer)/.test(name));
  if (checksum !== undefined) throw new S3Error(501, 'NotImplemented', `${checksum} is not taken here.`);
  if (key === '') {
    if (method !== 'GET') throw new S3Error(405, 'MethodNotAllowed', 'Only GET of a bucket is.');
    const xml = listObjects(lies.keys ?? bucket.keys(), new URLSearchParams(query), pageSize);
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
  }
  if (query !== '') throw new S3Error(501, 'NotImplemented', 'No parameter of an object is taken here.');
  if (method === 'PUT') return put(request, bucket, lies);
  if (method === 'DELETE') {
    bucket.remove(key);
    return { status: 204, headers: {}, body: nothing };
  }
  if (method !== 'GET' && method !== 'HEAD') throw new S3Error(405, 'MethodNotAllowed', `Not ${method}.`);
  const object = bucket.get(key);
  if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'There is no such object.');
  return { status: 200, headers: { ...object.headers, etag: tagOf(object.bytes) }, body: object.bytes };
}

function put(
  { key, headers, body }: SignedParts & { readonly key: string },
  bucket: Bucket,
  lies: Lies,
): S3Answer {
  const condition = headers['if-none-match'];
  if (condition !== undefined && condition !== '*')
    throw new S3Error(501, 'NotImplemented', 'Only If-None-Match: * is.');
  if (condition === '*' && bucket.get(key) !== undefined)
    throw new S3Error(412, 'PreconditionFailed', 'There is an object of this name.');
  const bytes = lies.keptOtherwise ? withOtherBit(body) : Buffer.from(body);
  const kept = Object.entries(headers).flatMap(([name, value = '']) =>
    keptHeaders.test(name) ? [[name, value] as const] : [],
  );
  if (!lies.unkept) bucket.put(key, { bytes, headers: Object.fromEntries(kept) });
  return { status: 200, headers: { etag: tagOf(bytes) }, body: nothing };
}

/** Gives the same bytes but for one bit. */
export const withOtherBit = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));

const tagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
