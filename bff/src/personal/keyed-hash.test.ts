import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

it('is HMAC-SHA-256 of any text, cut to 32 hex digits', () => {
  const key = randomBytes(32);
  const hashOf = keyedHash(key);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hashOf(text)).toBe(createHmac('sha256', key).update(text).digest('hex').slice(0, 32));
    }),
  );
});
