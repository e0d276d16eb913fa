import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, as a browser gives them (base64url): its public key on P-256 and its secret of 16 bytes. */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}

/** The only record of a message is shorter than this. */
const recordSize = 4096;
/** More does not fit into the record (RFC 8291, 4): header of 86 bytes, one byte of padding, tag of 16 bytes. */
const mostBytes = 3993;

/**
 * Encrypts a message of at most 3,993 bytes for one browser: the body of a push in the encoding `aes128gcm` (RFC 8291 over RFC 8188). Throws when the subscription's key is no point of P-256.
 */
export function encryptPush(message: string, { p256dh, auth }: SubscriptionKeys): Buffer<ArrayBuffer> {
  const plain = Buffer.from(message);
  if (plain.length > mostBytes) throw new RangeError(`A push of ${plain.length} bytes is too long`);
  const receiver = Buffer.from(p256dh, 'base64url');
  const pair = createECDH('prime256v1');
  const sender = pair.generateKeys();
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const input = derive(pair.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  // The last record ends with the byte 2 (RFC 8188, 2).
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.of(2)])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, ...sealed]);
}

const derive = (input: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, bytes));
