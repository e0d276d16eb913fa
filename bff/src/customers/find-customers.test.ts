import { expect, it } from 'vitest';
import { findCustomers } from './customer-index.ts';

/** Finds among customers of the index who all fit, and accounts that sign in with an address. */
const find = (indexed: string[], accounts: string[]) =>
  findCustomers({
    customers: {
      find: async (_, most = 100) => ({ uids: indexed.slice(0, most), more: indexed.length > most }),
    },
    users: { accountsAt: async () => accounts },
  });

it('an email also means whoever signs in with it, each account once and first', async () => {
  expect(await find(['u1', 'u2'], ['u3', 'u2'])('rina@example.com')).toEqual({
    uids: ['u3', 'u2', 'u1'],
    more: false,
  });
});

it('a word means customers of the index alone', async () => {
  expect(await find(['u1'], ['u3'])('rina')).toEqual({ uids: ['u1'], more: false });
});

it('no more are named than asked for, and it is said that there are more', async () => {
  expect(await find(['u1', 'u2'], ['u3'])('rina@example.com', 2)).toEqual({ uids: ['u3', 'u1'], more: true });
  expect(await find(['u1', 'u2'], [])('rina', 1)).toEqual({ uids: ['u1'], more: true });
  expect(await find(['u1', 'u2'], [])('rina', 2)).toEqual({ uids: ['u1', 'u2'], more: false });
});
