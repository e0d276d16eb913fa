import type { Auth } from 'firebase-admin/auth';
import { expect, test } from 'vitest';
import { claimsDespiteRevocation } from './identity-service.ts';

const signedIn = Date.parse('2026-01-01T12:00:00Z') / 1000;
const token = `e30.${Buffer.from(JSON.stringify({ sub: 'u1', auth_time: signedIn })).toString('base64url')}.`;
const revoked = Object.assign(new Error('revoked'), { code: 'auth/id-token-revoked' });
const accountOf = (user: { disabled?: boolean; validSince: string }) =>
  ({
    getUser: () =>
      Promise.resolve({ disabled: user.disabled ?? false, tokensValidAfterTime: user.validSince }),
  }) as unknown as Pick<Auth, 'getUser'>;

test('a token of the second in which its account was made is good', async () => {
  const account = accountOf({ validSince: 'Thu, 01 Jan 2026 12:00:01 GMT' });
  expect(await claimsDespiteRevocation(account, token, revoked)).toMatchObject({ uid: 'u1' });
});

test.each([
  ['an older token', { validSince: 'Thu, 01 Jan 2026 12:00:02 GMT' }],
  ['a disabled account', { validSince: 'Thu, 01 Jan 2026 12:00:01 GMT', disabled: true }],
])('%s stays refused', async (_name, account) => {
  await expect(claimsDespiteRevocation(accountOf(account), token, revoked)).rejects.toBe(revoked);
});

test('another error is passed on', async () => {
  const error = Object.assign(new Error('expired'), { code: 'auth/id-token-expired' });
  const account = accountOf({ validSince: 'Thu, 01 Jan 2026 12:00:01 GMT' });
  await expect(claimsDespiteRevocation(account, token, error)).rejects.toBe(error);
});
