import { expect, test } from 'vitest';
import { carriersInOrder } from './last-carrier.ts';

test('the carrier used last is offered first', () => {
  expect(carriersInOrder(['Pathao', 'Sundarban', 'SA Paribahan'], 'Sundarban')).toEqual([
    'Sundarban',
    'Pathao',
    'SA Paribahan',
  ]);
});

test('a carrier that the shop has no more is not offered', () => {
  expect(carriersInOrder(['Pathao'], 'Sundarban')).toEqual(['Pathao']);
});
