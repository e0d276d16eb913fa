import { expect, it } from 'vitest';
import { entityTag, matchesTag } from './answers.ts';

it('a tag names the bytes, and nothing but the same bytes', () => {
  expect(entityTag('a')).toBe(entityTag('a'));
  expect(entityTag('a')).not.toBe(entityTag('b'));
  expect(entityTag('a')).toMatch(/^"[\w-]{27}"$/);
});

it.each([
  [undefined, false],
  ['"x"', false],
  ['"tag"', true],
  ['W/"tag"', true],
  ['"x", "tag"', true],
  ['*', true],
  ['tag', false],
])('If-None-Match %s', (header, matches) => {
  expect(matchesTag(header, '"tag"')).toBe(matches);
});
