import { S3Error, type SignedParts } from './signature.ts';

/** What is answered. */
export interface S3Answer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
}

/** What becomes of a request whose work is done otherwise than it should be: a `PUT` is not kept or with another bit, or a listing is old. */
interface Harm {
  effect: string;
  /** The names of the moment when the harm was ordered. */
  keysThen: readonly string[];
}

const listParameters = ['list-type', 'prefix', 'continuation-token'];
const notTaken = (what: string) => new S3Error(501, 'NotImplemented', `${what} is not taken here.`);

/** Opens an empty bucket, whose listings have so many names on a page. */
export function openBucket(pageSize: number) {
  const objects = new Map<string, Required<S3Answer>>();
  /** In the order of their bytes. */
  const keys = () =>
    [...objects.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const put = (key: string, { headers, body }: SignedParts, effect = ''): S3Answer => {
    const condition = headers['if-none-match'];
    if (condition !== undefined && condition !== '*')
      throw notTaken('Another condition than If-None-Match: *');
    if (condition === '*' && objects.has(key))
      throw new S3Error(412, 'PreconditionFailed', 'There is an object of this name.');
    const kept = Object.entries(headers).flatMap(([name, value = '']) =>
      name.startsWith('x-amz-meta-') ? [[name, value]] : [],
    );
    const bytes = effect === 'kept-otherwise' ? withOtherBit(body) : Buffer.from(body);
    if (effect !== 'unkept')
      objects.set(key, { status: 200, headers: Object.fromEntries(kept), body: bytes });
    return { status: 200 };
  };
  return {
    keys,
    /** Answers a request for `key`, '' for the bucket, whose signature was checked. Throws an S3Error for what is refused. */
    answer(key: string, request: SignedParts, harm?: Harm): S3Answer {
      const { method, headers, query } = request;
      const checksum = Object.keys(headers).find((name) =>
        /^x-amz-(checksum|sdk-checksum|trailer)/.test(name),
      );
      if (checksum !== undefined) throw notTaken(checksum);
      if (key === '' && method === 'GET') {
        const names = harm?.effect === 'old-listing' ? harm.keysThen : keys();
        return xml(200, listing(names, new URLSearchParams(query), pageSize));
      }
      if (query !== '') throw notTaken('A parameter of an object');
      if (key === '' || !['GET', 'PUT', 'DELETE'].includes(method))
        throw new S3Error(405, 'MethodNotAllowed', `Not ${method}.`);
      if (method === 'PUT') return put(key, request, harm?.effect);
      const object = objects.get(key);
      if (method === 'DELETE') {
        objects.delete(key);
        return { status: 204 };
      }
      if (object === undefined) throw new S3Error(404, 'NoSuchKey', 'There is no such object.');
      return object;
    },
  };
}

/** Answers ListObjectsV2 over `keys`: at most `pageSize` of them. Throws an S3Error for what it does not take. */
function listing(keys: readonly string[], query: URLSearchParams, pageSize: number): string {
  const unknown = [...query.keys()].find((name) => !listParameters.includes(name));
  if (unknown !== undefined) throw notTaken(unknown);
  if (query.get('list-type') !== '2') throw notTaken('Another listing than ListObjectsV2');
  const prefix = query.get('prefix') ?? '';
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString('utf8');
  const left = keys.filter((key) => key.startsWith(prefix) && key > after);
  const page = left.slice(0, pageSize);
  const hasMore = page.length < left.length;
  const token = hasMore ? Buffer.from(page.at(-1) ?? '').toString('base64') : '';
  return [
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<Prefix>${inXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${pageSize}</MaxKeys>`,
    `<IsTruncated>${hasMore}</IsTruncated>${hasMore ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}`,
    ...page.map((key) => `<Contents><Key>${inXml(key)}</Key></Contents>`),
    '</ListBucketResult>',
  ].join('');
}

/** Answers a refusal as S3 does. */
export function refusal(error: unknown): S3Answer {
  const { status, code, message } =
    error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
  return xml(status, `<Error><Code>${code}</Code><Message>${inXml(message)}</Message></Error>`);
}

const xml = (status: number, text: string): S3Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});
const inXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Gives the same bytes but for one bit. */
export const withOtherBit = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));
