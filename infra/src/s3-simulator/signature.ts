import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A refusal as S3 answers it. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Who may use the simulator, and in which region it says to be. */
interface Account {
  keyId: string;
  secret: string;
  region: string;
}

/** What is signed of a request: path and query as they came over the wire, header names in lower case. */
export interface SignedParts {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: Uint8Array;
}

const algorithm = 'AWS4-HMAC-SHA256';
const allowedSkewMs = 15 * 60_000;
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * Checks the signature of a request (AWS Signature Version 4 in the Authorization header), written from its description and shared with no client.
 * `now` is in ms. Throws the S3Error with which S3 refuses.
 */
export function checkSignature(parts: SignedParts, account: Account, now: number): void {
  const { headers } = parts;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (given === null) throw new S3Error(403, 'AccessDenied', 'The request is not signed.');
  const [, credential = '', signedHeaders = '', signature = ''] = given;
  const [keyId, day, region, service, end] = credential.split('/');
  if (keyId !== account.keyId) throw new S3Error(403, 'InvalidAccessKeyId', 'There is no such key.');
  const time = headers['x-amz-date'] ?? '';
  if (region !== account.region || service !== 's3' || end !== 'aws4_request' || !time.startsWith(`${day}T`))
    throw new S3Error(400, 'AuthorizationHeaderMalformed', `The credential is not for ${account.region}.`);
  if (!(Math.abs(timeOf(time) - now) <= allowedSkewMs))
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The time of the request is too far away.');
  const names = signedHeaders.split(';');
  const unsigned = Object.keys(headers).find((name) => isToBeSigned(name) && !names.includes(name));
  if (unsigned !== undefined) throw new S3Error(403, 'AccessDenied', `The header ${unsigned} is not signed.`);
  if (headers['x-amz-content-sha256'] !== sha256(parts.body))
    throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed.');
  const scope = [day, region, service, end].join('/');
  const text = [algorithm, time, scope, sha256(canonicalRequest(parts, names))].join('\n');
  const key = [day, region, service, end].reduce<Buffer | string>(
    (derived, part) => hmac(derived, part ?? ''),
    `AWS4${account.secret}`,
  );
  const wanted = hmac(key as Buffer, text);
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex')))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature is another one.');
}

const isToBeSigned = (name: string): boolean => name === 'host' || name.startsWith('x-amz-');

/** Reads `20261124T120000Z` as ms; NaN for anything else. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function canonicalRequest({ method, path, query, headers }: SignedParts, names: readonly string[]): string {
  const lines = names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    [...new URLSearchParams(query)]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    lines.join(''),
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}

/** Encodes as RFC 3986 says: everything but letters, digits and - . _ ~ */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
