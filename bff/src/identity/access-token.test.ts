import { expect, test } from 'vitest';
import { accessTokens } from './access-token.ts';

const secret = 'a secret of more than thirty-two characters';
const owner = { uid: 'u1', email: 'rahima@karigar.example', emailVerified: true, name: 'Rahima Khatun' };

test('a token gives back whose it is, the display name included', async () => {
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
