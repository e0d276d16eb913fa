import type { Bucket } from './bucket.ts';
import type { ActiveFault } from './faults.ts';
import { listObjects } from './list-objects.ts';
import { S3Error, type SignedParts } from './signature.ts';

/** What is answered. */
export interface S3Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** A request with the key of its object; '' for the bucket. */
export type KeyRequest = SignedParts & { key: string };

/** Answers a request whose signature was checked, as `fault` asks. Throws an S3Error for what is refused. */
export function answerRequest(
  request: KeyRequest,
  bucket: Bucket,
  pageSize: number,
  fault: ActiveFault | null,
): S3Answer {
  const { method, key, headers, query } = request;
  const checksum = Object.keys(headers).find((name) => /^x-amz-(checksum|sdk-checksum|trailer)/.test(name));
  if (checksum !== undefined) throw new S3Error(501, 'NotImplemented', `${checksum} is not taken here.`);
  if (key === '' && method === 'GET') {
    const keys = fault?.effect === 'old-listing' ? fault.keysThen : bucket.keys();
    const xml = listObjects(keys, new URLSearchParams(query), pageSize);
    return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(xml) };
  }
  if (query !== '') throw new S3Error(501, 'NotImplemented', 'No parameter of an object is taken here.');
  if (key === '' || !['GET', 'PUT', 'DELETE'].includes(method))
    throw new S3Error(405, 'MethodNotAllowed', `Not ${method}.`);
  if (method === 'PUT') return put(request, bucket, fault);
  if (method === 'DELETE') {
    bucket.remove(key);
    return { status: 204 };
  }
  const object = bucket.get(key);
  if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'There is no such object.');
  return { status: 200, headers: object.headers, body: object.bytes };
}

function put({ key, headers, body }: KeyRequest, bucket: Bucket, fault: ActiveFault | null): S3Answer {
  const condition = headers['if-none-match'];
  if (condition !== undefined && condition !== '*')
    throw new S3Error(501, 'NotImplemented', 'Only If-None-Match: * is.');
  if (condition === '*' && bucket.get(key) !== undefined)
    throw new S3Error(412, 'PreconditionFailed', 'There is an object of this name.');
  const bytes = fault?.effect === 'kept-otherwise' ? withOtherBit(body) : Buffer.from(body);
  const kept = Object.entries(headers).flatMap(([name, value = '']) =>
    name.startsWith('x-amz-meta-') ? [[name, value]] : [],
  );
  if (fault?.effect !== 'unkept') bucket.put(key, { bytes, headers: Object.fromEntries(kept) });
  return { status: 200 };
}

/** Gives the same bytes but for one bit. */
export const withOtherBit = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));
