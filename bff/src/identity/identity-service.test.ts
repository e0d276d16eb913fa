import { expect, it } from 'vitest';
import { refusalFor } from './identity-service.ts';

const fault = (code: string, message = '') => Object.assign(new Error(message), { code });

it.each([
  fault('auth/internal-error'),
  fault('auth/quota-exceeded'),
  fault('auth/insufficient-permission'),
  fault('app/network-error'),
  fault('auth/argument-error', 'Error fetching public keys for Google certs'),
  fault('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9099'),
])('what is a fault of the service signs nobody out: $code $message', (error) => {
  expect(refusalFor(error)).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE', cause: error });
});

it.each([
  fault('auth/id-token-expired'),
  fault('auth/id-token-revoked'),
  fault('auth/argument-error', 'Decoding Firebase ID token failed'),
  fault('auth/user-disabled'),
  fault('auth/user-not-found'),
])('what is a fault of the token is no sign-in: $code', (error) => {
  expect(refusalFor(error)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', cause: error });
});
