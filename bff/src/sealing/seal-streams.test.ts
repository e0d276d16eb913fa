import { expect, it } from 'vitest';
import { withoutAddresses } from './seal-streams.ts';

const accounts = new Map([['amal@karigar.example', 'u1']]);

it.each([
  ['admin:Amal@karigar.example', 'admin:u1'],
  ['Ask amal@karigar.example.', 'Ask u1.'],
  ['{"email":"amal@karigar.example","by":["gone@old.example"]}', '{"email":"u1","by":["unknown"]}'],
  ['<amal@karigar.example>, amal@karigar.example', '<u1>, u1'],
  ['paid at 5@12 o’clock', 'paid at unknown o’clock'],
  ['no address at all', 'no address at all'],
])('%s becomes %s', (text, sealed) => {
  expect(withoutAddresses(text, accounts)).toBe(sealed);
});
