import { createHmac } from 'node:crypto';

/** Makes HMAC-SHA-256 under a key, as its first 32 hex digits. */
export const keyedHash =
  (key: Buffer) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
