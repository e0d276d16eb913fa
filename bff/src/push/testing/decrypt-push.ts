import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

/**
 * Reads the body of a push as the browser does that has the private key and the secret (base64url) of the subscription: RFC 8291, 3.4 and RFC 8188, 2,
 * written apart from the sender. Throws when it is for somebody else.
 */
export function decryptPush(body: Buffer, privateKey: Buffer, auth: string): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > body.readUInt32BE(16)) throw new Error('More than one record');
  const own = createECDH('prime256v1');
  own.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = own.computeSecret(sender);
  const input = hkdfSync('sha256', secret, Buffer.from(auth, 'base64url'), info, 32);
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(input), salt, `Content-Encoding: ${what}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('Not the last record');
  return padded.subarray(0, end).toString();
}
