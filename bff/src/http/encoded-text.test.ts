import { expect, it } from 'vitest';
import { chosenEncoding } from './encoded-text.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['*', 'br'],
  ['GZIP', 'gzip'],
  ['deflate, identity', 'identity'],
])('Accept-Encoding %s is answered in %s', (header, encoding) => {
  expect(chosenEncoding(header, ['br', 'gzip'])).toBe(encoding);
});
