import { expect, test } from 'vitest';
import { mayReload } from './missing-part.ts';

test('a page that misses a part reloads', () => {
  expect(mayReload({ online: true, busy: false, reloadedBefore: false })).toBe(true);
});

test.each([
  ['it has done so before', { online: true, busy: false, reloadedBefore: true }],
  ['a payment or form is open', { online: true, busy: true, reloadedBefore: false }],
  ['there is no network', { online: false, busy: false, reloadedBefore: false }],
])('it stays as it is when %s', (_reason, chance) => {
  expect(mayReload(chance)).toBe(false);
});
