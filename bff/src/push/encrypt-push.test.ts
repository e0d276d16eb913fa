import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptPush } from './encrypt-push.ts';
import { decryptPush } from './testing/decrypt-push.ts';

/** RFC 8291, 5 and appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiver: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

describe('the encryption of a push', () => {
  it('is read by what reads the message of RFC 8291', () => {
    const receiver = Buffer.from(example.receiver, 'base64url');
    for (const body of [Buffer.from(example.body, 'base64url'), encryptPush(example.text, example.keys)])
      expect(decryptPush(body, receiver, example.keys.auth)).toBe(example.text);
  });

  it('makes another body each time, for one receiver only, up to 3,993 bytes', () => {
    const pair = createECDH('prime256v1');
    const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
    const text = 'ক'.repeat(1_331);
    const [one, other] = [encryptPush(text, keys), encryptPush(text, keys)];
    expect(one.equals(other)).toBe(false);
    expect(one.length).toBeLessThanOrEqual(4_096);
    expect(decryptPush(one, pair.getPrivateKey(), keys.auth)).toBe(text);
    expect(() => decryptPush(one, pair.getPrivateKey(), example.keys.auth)).toThrow();
    expect(() => encryptPush(`${text}x`, keys)).toThrow('too long');
  });
});
