import { expect, test } from 'vitest';
import { isAllowed, licenceFindings } from './licences.ts';

test('a choice of licences is fine when one of them is allowed', () => {
  expect(isAllowed('(GPL-3.0 OR MIT)')).toBe(true);
  expect(isAllowed('MIT AND Zlib')).toBe(true);
});

test('an unknown licence, or a needed one that is not allowed, is refused', () => {
  expect(isAllowed('GPL-3.0')).toBe(false);
  expect(isAllowed('MIT AND GPL-3.0')).toBe(false);
  expect(isAllowed('none named')).toBe(false);
});

test('every locked package may be used', () => {
  expect(licenceFindings()).toEqual([]);
});
