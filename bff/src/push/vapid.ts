import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** What the shop proves to push services who it is with (RFC 8292). */
export interface Vapid {
  /** With which browsers subscribe: a point of P-256, in base64url. */
  publicKey: string;
  /** Makes the header `Authorization` for a push service, of which `origin` is the address. */
  authorization(origin: string): string;
}

/** Gives the public key that belongs to a private one (32 bytes); both in base64url. Throws when that is none of P-256. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}

/** Push services refuse more than a day; a clock may be a little wrong. */
const validSeconds = 12 * 3_600;

/** Prepares the shop's proof. `subject`: `mailto:` or https, by which a push service reaches the shop's people. `now` gives ms. */
export function vapidOf(privateKey: string, subject: string, now: () => number = Date.now): Vapid {
  const publicKey = publicKeyOf(privateKey);
  const key = keyOf(privateKey, publicKey);
  return {
    publicKey,
    authorization(origin) {
      const exp = Math.floor(now() / 1000) + validSeconds;
      const claims = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: origin, exp, sub: subject })}`;
      const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function keyOf(d: string, publicKey: string): KeyObject {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const jwk = { kty: 'EC', crv: 'P-256', d: Buffer.from(d, 'base64url').toString('base64url'), x, y };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}
