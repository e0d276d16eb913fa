import { expect, test } from 'vitest';
import { readCarrier, trackingUrl } from './carriers.ts';

const carriers = [
  { name: 'Pathao', link: 'https://pathao.example/t?id={tracking}' },
  { name: 'Rickshaw', link: null },
];

test('a parcel is found at its carrier’s page', () => {
  expect(trackingUrl(carriers, { carrier: 'pathao', trackingNumber: 'A 1/2' })).toBe(
    'https://pathao.example/t?id=A%201%2F2',
  );
});

test('a carrier without a page, another one, and a parcel without a number have no address', () => {
  expect(trackingUrl(carriers, { carrier: 'Rickshaw', trackingNumber: '1' })).toBeNull();
  expect(trackingUrl(carriers, { carrier: 'Unknown', trackingNumber: '1' })).toBeNull();
  expect(trackingUrl(carriers, { carrier: 'Pathao', trackingNumber: null })).toBeNull();
});

test('a number that ends in half a character has an address all the same', () => {
  expect(trackingUrl(carriers, { carrier: 'Pathao', trackingNumber: 'A\ud800' })).toBe(
    'https://pathao.example/t?id=A%EF%BF%BD',
  );
});

test('a carrier is read with and without its page', () => {
  expect(readCarrier(' Pathao = https://p.example/{tracking} ')).toEqual({
    name: 'Pathao',
    link: 'https://p.example/{tracking}',
  });
  expect(readCarrier('Sundarban Courier')).toEqual({ name: 'Sundarban Courier', link: null });
});

test.each([
  '',
  '=https://p.example/{tracking}',
  'P=http://p.example/{tracking}',
  'P=https://p.example/',
  'P=',
])('what names no carrier or no tracking page is refused: %s', (text) =>
  expect(readCarrier(text)).toBeNull(),
);
