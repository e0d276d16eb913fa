import { createECDH } from 'node:crypto';
import { sign } from 'hono/jwt';

/** What the shop proves to push services who it is with (RFC 8292). */
export type Vapid = ReturnType<typeof vapidOf>;

/** Gives the public key that belongs to a private one (32 bytes); both in base64url. Throws when that is none of P-256. */
export function publicKeyOf(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey('base64url');
}

/** Push services refuse more than a day; a clock may be a little wrong. */
const validSeconds = 12 * 3_600;

/** Prepares the shop's proof. `subject`: `mailto:` or https, by which a push service reaches the shop's people. `now` gives ms. */
export function vapidOf(privateKey: string, subject: string, now: () => number = Date.now) {
  const publicKey = publicKeyOf(privateKey);
  const point = Buffer.from(publicKey, 'base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(privateKey, 'base64url').toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return {
    /** With which browsers subscribe: a point of P-256, in base64url. */
    publicKey,
    /** Makes the header `Authorization` for a push service, of which `origin` is the address. */
    async authorization(origin: string): Promise<string> {
      const exp = Math.floor(now() / 1_000) + validSeconds;
      return `vapid t=${await sign({ aud: origin, exp, sub: subject }, key, 'ES256')}, k=${publicKey}`;
    },
  };
}
