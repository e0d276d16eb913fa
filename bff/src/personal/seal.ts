import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** What Node made of a key for its ciphers: to make it anew costs twice what sealing does. */
const prepared = new WeakMap<Buffer, KeyObject>();

function prepare(key: Buffer): KeyObject {
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

/** Random bytes for the next nonces, drawn in blocks because each draw has a fixed cost. */
let nonces = Buffer.alloc(0);

function nextNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(256 * nonceBytes);
  const nonce = nonces.subarray(0, nonceBytes);
  nonces = nonces.subarray(nonceBytes);
  return nonce;
}

/** A sealed text that cannot be opened: the key or the context is another one, or the text was changed. */
export class SealBrokenError extends Error {
  constructor() {
    super('The sealed text does not fit this key and context');
    this.name = 'SealBrokenError';
  }
}

/**
 * Seals a JSON value with a key of 32 bytes (AES-256-GCM). `context` says what it is and whose; it is not part of the result, and the same one
 * is needed to open it, so that a sealed text cannot be moved elsewhere. Answers base64url of nonce, tag and ciphertext; never the same text twice.
 */
export function seal(key: Buffer, context: string, value: unknown): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', prepare(key), nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const content = [cipher.update(JSON.stringify(value), 'utf8'), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...content]).toString('base64url');
}

/** Opens what {@link seal} made. Throws {@link SealBrokenError} for another key, another context or a changed text. */
export function open(key: Buffer, context: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  // Node takes text beside the alphabet, and unused bits at the end: only the one spelling of these bytes is ours.
  if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== sealed)
    throw new SealBrokenError();
  const decipher = createDecipheriv('aes-256-gcm', prepare(key), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const content = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  try {
    return JSON.parse(Buffer.concat([content, decipher.final()]).toString('utf8'));
  } catch {
    throw new SealBrokenError();
  }
}

/** Makes HMAC-SHA-256 under a key, as its first 32 hex digits. */
export function keyedHash(bytes: Buffer): (text: string) => string {
  // Prepared once: of plain bytes Node makes a key for each text.
  const key = createSecretKey(bytes);
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32);
}
