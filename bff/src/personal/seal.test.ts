import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyedHash, open, SealBrokenError, seal } from './seal.ts';

const key = randomBytes(32);
const context = 'order.created/2 ord_1';
const value = { name: 'Rina Das', address: '12 Mirpur Road', city: 'Dhaka', zip: '1207' };

describe('a sealed value', () => {
  it('opens to what it was, whatever it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (any, anyContext) => {
        const sealed = seal(key, anyContext, any);
        expect(open(key, anyContext, sealed)).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });

  it('shows nothing of itself, and is another text each time', () => {
    const sealed = seal(key, context, value);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('Rina');
    expect(seal(key, context, value)).not.toBe(sealed);
  });

  it('opens with no other key and in no other context', () => {
    const sealed = seal(key, context, value);
    expect(() => open(randomBytes(32), context, sealed)).toThrow(SealBrokenError);
    expect(() => open(key, 'order.created/2 ord_2', sealed)).toThrow(SealBrokenError);
  });

  it('does not open after any one bit was changed', () => {
    const sealed = Buffer.from(seal(key, context, value), 'base64url');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(key, context, changed.toString('base64url'))).toThrow(SealBrokenError);
    }
  });

  it('does not open from any other text: cut, longer, or no sealed text at all', () => {
    const sealed = seal(key, context, value);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), (length) => {
        expect(() => open(key, context, sealed.slice(0, length))).toThrow(SealBrokenError);
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (more) => {
        expect(() => open(key, context, sealed + more)).toThrow(SealBrokenError);
        expect(() => open(key, context, more)).toThrow(SealBrokenError);
      }),
    );
  });
});

it('a keyed hash is HMAC-SHA-256 of any text, cut to 32 hex digits', () => {
  const hashOf = keyedHash(key);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(hashOf(text)).toBe(createHmac('sha256', key).update(text).digest('hex').slice(0, 32));
    }),
  );
});
