import { expect, it } from 'vitest';
import { owns } from './ownership.ts';

const record = { uid: 'u1', email: 'Rahima@Karigar.example' };
const person = (uid: string, email: string, emailVerified: boolean) => ({
  uid,
  email,
  emailVerified,
  name: '',
  signedInAt: 0,
});

it.each([
  ['the account that made it', person('u1', 'rahima@karigar.example', false)],
  ['that account under a new address', person('u1', 'new@karigar.example', false)],
  ['another account that has proven the address', person('u2', 'rahima@karigar.example', true)],
])('a record belongs to %s', (_name, one) => {
  expect(owns(one, record)).toBe(true);
});

it.each([
  ['another account that has only typed the address', person('u2', 'rahima@karigar.example', false)],
  ['another account with another proven address', person('u2', 'karim@karigar.example', true)],
])('a record does not belong to %s', (_name, one) => {
  expect(owns(one, record)).toBe(false);
});
