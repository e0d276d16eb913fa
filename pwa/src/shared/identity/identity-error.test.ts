import { expect, test } from 'vitest';
import { asIdentityError, identityText, isCancelled } from './identity-error.ts';

test.each([
  ['auth/network-request-failed', '🚫 Oops! Network Problem!'],
  ['auth/wrong-password', '🚫 Wrong Password.'],
  ['auth/invalid-credential', '🚫 Wrong Password.'],
  ['auth/user-not-found', '🚫 Opps! User not found.'],
  ['auth/email-already-in-use', '🚫 Email already Exist.'],
])('%s reads "%s"', (code, text) => {
  expect(identityText(code, 'the provider says')).toBe(text);
});

test('another code shows the message of the provider', () => {
  expect(identityText('auth/too-many-requests', 'the provider says')).toBe('the provider says');
});

test('the words of a browser are shown to nobody', () => {
  const error = new DOMException("Failed to execute 'setItem' on 'Storage'", 'QuotaExceededError');
  expect(asIdentityError(error).message).toBe('Sign-in failed. Try again.');
});

test('an error of the Google window keeps the message of the provider', () => {
  const error = Object.assign(new Error('no key'), { code: 'auth/network-request-failed' });
  expect(asIdentityError(error, 'google').message).toBe('no key');
});

test('a closed window counts as a change of mind', () => {
  expect(isCancelled({ code: 'auth/popup-closed-by-user' })).toBe(true);
  expect(isCancelled({ code: 'auth/wrong-password' })).toBe(false);
});
