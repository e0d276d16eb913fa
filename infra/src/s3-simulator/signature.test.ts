import { describe, expect, it } from 'vitest';
import { checkSignature, type SignedParts } from './signature.ts';

// The requests and signatures are those of Amazon's own description of Signature Version 4 for S3 ("Examples: Signature calculations").
const account = {
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = Date.UTC(2013, 4, 24);
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const signed = (headers: string, signature: string) =>
  `AWS4-HMAC-SHA256 Credential=${account.keyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${headers},Signature=${signature}`;
const common = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-content-sha256': nothing,
};

const reading: SignedParts = {
  method: 'GET',
  path: '/test.txt',
  query: '',
  headers: {
    ...common,
    range: 'bytes=0-9',
    authorization: signed(
      'host;range;x-amz-content-sha256;x-amz-date',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
  },
  body: Buffer.alloc(0),
};
const putting: SignedParts = {
  method: 'PUT',
  path: '/test%24file.text',
  query: '',
  headers: {
    ...common,
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    authorization: signed(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
  body: Buffer.from('Welcome to Amazon S3.'),
};
const listing: SignedParts = {
  method: 'GET',
  path: '/',
  query: 'prefix=J&max-keys=2',
  headers: {
    ...common,
    authorization: signed(
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  },
  body: Buffer.alloc(0),
};

describe('the signature of a request', () => {
  it.each([
    ['reads', reading],
    ['puts', putting],
    ['lists', listing],
  ])('is taken when it %s as the description of S3 does', (_does, parts) => {
    checkSignature(parts, account, now);
  });

  it.each<[string, Partial<SignedParts>, number, string]>([
    ['another path', { path: '/test.txt2' }, now, 'SignatureDoesNotMatch'],
    ['another query', { query: 'max-keys=2' }, now, 'SignatureDoesNotMatch'],
    ['another body', { body: Buffer.from('x') }, now, 'XAmzContentSHA256Mismatch'],
    ['a quarter of an hour too late', {}, now + 901_000, 'RequestTimeTooSkewed'],
    ['no signature', { headers: common }, now, 'AccessDenied'],
    [
      'a header that nobody signed',
      { headers: { ...reading.headers, 'x-amz-acl': 'public-read' } },
      now,
      'AccessDenied',
    ],
  ])('is refused with %s', (_with, changed, at, code) => {
    expect(() => checkSignature({ ...reading, ...changed }, account, at)).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('is refused with another key, secret or region', () => {
    const refused = (changed: object) => () => checkSignature(reading, { ...account, ...changed }, now);
    expect(refused({ keyId: 'x' })).toThrow(expect.objectContaining({ code: 'InvalidAccessKeyId' }));
    expect(refused({ secret: 'x' })).toThrow(expect.objectContaining({ code: 'SignatureDoesNotMatch' }));
    expect(refused({ region: 'eu-west-1' })).toThrow(
      expect.objectContaining({ code: 'AuthorizationHeaderMalformed' }),
    );
  });
});
