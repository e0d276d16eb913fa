import { expect, it } from 'vitest';
import { owns } from './ownership.ts';

const person = { uid: 'u1', accounts: async () => ['u1', 'before'] };

it.each(['u1', 'before'])('what the account %s made belongs to the person', async (uid) => {
  expect(await owns(person, { uid })).toBe(true);
});

it('what another account made does not', async () => {
  expect(await owns(person, { uid: 'u2' })).toBe(false);
});

it('one’s own needs no look-up', async () => {
  const accounts = () => Promise.reject(new Error('The store is away'));
  expect(await owns({ uid: 'u1', accounts }, { uid: 'u1' })).toBe(true);
});
