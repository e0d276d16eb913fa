import { sign } from 'hono/jwt';
import { expect, test } from 'vitest';
import { accessTokens } from './access-token.ts';

const secret = 'a secret of more than thirty-two characters';
const owner = {
  uid: 'u1',
  email: 'rahima@karigar.example',
  emailVerified: true,
  name: 'Rahima Khatun',
  signedInAt: 1_767_268_800,
};

test('a token gives back whose it is, the display name and the time of the sign-in included', async () => {
  const { token } = await accessTokens(secret).issue(owner);
  // Another process with the same secret: nothing is cached there.
  expect(await accessTokens(secret).check(token)).toEqual(owner);
});

test('a token of another secret, or one that is over, names nobody', async () => {
  const { token, expiresAt } = await accessTokens(secret).issue(owner);
  expect(await accessTokens(`${secret}!`).check(token)).toBeNull();
  expect(await accessTokens(secret, () => expiresAt.getTime()).check(token)).toBeNull();
  expect(await accessTokens(secret).check('garbage')).toBeNull();
});

test('a token says whom it was made for also when it is over', async () => {
  const { token, expiresAt } = await accessTokens(secret).issue(owner);
  expect(await accessTokens(secret, () => expiresAt.getTime()).madeFor(token)).toBe('u1');
  expect(await accessTokens(`${secret}!`).madeFor(token)).toBeNull();
  expect(await accessTokens(secret).madeFor('garbage')).toBeNull();
});

test('a token of a release that did not keep the time of the sign-in counts as one of long ago', async () => {
  const claims = {
    iss: 'karigar',
    sub: 'u1',
    email: owner.email,
    verified: true,
    name: owner.name,
    exp: Date.now() / 1000 + 60,
  };
  expect(await accessTokens(secret).check(await sign(claims, secret, 'HS256'))).toEqual({
    ...owner,
    signedInAt: 0,
  });
});
