import { createECDH, randomBytes } from 'node:crypto';
import { decryptPush } from './decrypt-push.ts';

/** A browser that has subscribed to pushes at this address: what it gives away, and how it reads what comes. */
export function newBrowser(endpoint: string) {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return {
    subscription: { endpoint, keys: { p256dh, auth } },
    /** Decrypts a push. Throws when it is for another browser. */
    read: (body: Buffer): string => decryptPush(body, pair.getPrivateKey(), auth),
  };
}
