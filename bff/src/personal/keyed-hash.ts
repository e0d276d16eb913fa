import { createHmac, createSecretKey } from 'node:crypto';

/** Makes HMAC-SHA-256 under a key, as its first 32 hex digits. */
export function keyedHash(bytes: Buffer): (text: string) => string {
  // Prepared once: of plain bytes Node makes a key for each text.
  const key = createSecretKey(bytes);
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}
