import { describe, expect, it } from 'vitest';
import { byteSize } from './byte-size.ts';

describe('a number of bytes in words', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_530_000, '1.5 MB'],
    [999_999, '1.0 MB'],
    [254_000_000, '254 MB'],
    [3_200_000_000, '3.2 GB'],
  ])('says %i as %s', (bytes, words) => {
    expect(byteSize(bytes)).toBe(words);
  });
});
