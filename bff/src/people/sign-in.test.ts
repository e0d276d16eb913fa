import { expect, it } from 'vitest';
import type { Role } from '../contracts/people.ts';
import { letOthersMove } from './sign-in.ts';

it.each([
  [false, []],
  [true, ['before']],
])(
  'without a service account, whoever has proven their address (%s) begins anew',
  async (emailVerified, removed) => {
    const gone: string[] = [];
    const user = {
      uid: 'before',
      roles: [] as Role[],
      createdAt: 0,
      verified: true,
      credentialsSince: null,
      former: [],
      sealed: '',
    } as const;
    const users = {
      find: async () => ({ ...user, former: [] }),
      accountsAt: async () => ['before'],
      remove: async (uid: string) => {
        gone.push(uid);
      },
      signedIn: async () => 'same' as const,
    };
    const parts = { users, identity: { find: async () => 'unknown' as const }, erased: new Set<string>() };
    await letOthersMove(parts, { uid: 'heir', email: 'a@b.example', emailVerified, name: '', signedInAt: 0 });
    expect(gone).toEqual(removed);
  },
);
