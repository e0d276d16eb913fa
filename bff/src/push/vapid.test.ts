import { createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicKeyOf, vapidOf } from './vapid.ts';

const privateKey = Buffer.alloc(32, 7).toString('base64');

it('signs who the shop is, for one push service and half a day (RFC 8292)', async () => {
  const now = Date.UTC(2026, 10, 23);
  const { publicKey, authorization } = vapidOf(privateKey, 'mailto:hello@shop.example', () => now);
  expect(publicKey).toBe(publicKeyOf(privateKey));
  const [, token = '', key] =
    /^vapid t=([^,]+), k=(.+)$/.exec(await authorization('https://push.example')) ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims)).toEqual({
    aud: 'https://push.example',
    exp: now / 1000 + 43_200,
    sub: 'mailto:hello@shop.example',
  });
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
});
