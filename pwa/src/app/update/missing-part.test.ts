import { expect, test } from 'vitest';
import { mayReload } from './missing-part.ts';

const chance = { online: true, busy: false, reloadedBefore: false, leaving: false };

test('a page that misses a part reloads', () => {
  expect(mayReload(chance)).toBe(true);
});

test.each([
  ['it has done so before', { reloadedBefore: true }],
  ['a payment or form is open', { busy: true }],
  ['there is no network', { online: false }],
  ['the person is going to another page', { leaving: true }],
])('it stays as it is when %s', (_reason, but) => {
  expect(mayReload({ ...chance, ...but })).toBe(false);
});
