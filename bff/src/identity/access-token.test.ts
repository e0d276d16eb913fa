import { expect, test } from 'vitest';
import { accessTokens } from './access-token.ts';

const since = 1_767_268_800_000_000;
const secret = 'a secret of more than thirty-two characters';
const owner = {
  uid: 'u1',
  email: 'rahima@karigar.example',
  emailVerified: true,
  name: 'Rahima Khatun',
  signedInAt: 1_767_268_800,
};

test('a token gives back whose it is, the display name and the time of the sign-in included', async () => {
  const { token } = await accessTokens(secret).issue(owner, since);
  // Another process with the same secret: nothing is cached there.
  expect(await accessTokens(secret).check(token)).toEqual({ ...owner, since });
});

test('a token of another secret, or one that is over, names nobody', async () => {
  const { token, expiresAt } = await accessTokens(secret).issue(owner, since);
  expect(await accessTokens(`${secret}!`).check(token)).toBeNull();
  expect(await accessTokens(secret, () => expiresAt.getTime()).check(token)).toBeNull();
  expect(await accessTokens(secret).check('garbage')).toBeNull();
});

test('a token says whom it was made for also when it is over', async () => {
  const { token, expiresAt } = await accessTokens(secret).issue(owner, since);
  expect(await accessTokens(secret, () => expiresAt.getTime()).madeFor(token)).toBe('u1');
  expect(await accessTokens(`${secret}!`).madeFor(token)).toBeNull();
  expect(await accessTokens(secret).madeFor('garbage')).toBeNull();
});
