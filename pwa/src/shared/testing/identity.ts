import { replaceIdentityService } from '../identity/identity.ts';
import type { Identity, IdentityService } from '../identity/identity-service.ts';

/** A customer as the identity service knows her, for tests. */
export const rahima: Identity = {
  uid: 'u1',
  email: 'rahima@karigar.example',
  name: 'Rahima',
  photoURL: null,
  idToken: 'id',
};

/** Puts an identity service in place that has only what a test uses. */
export const standInForIdentity = (parts: Partial<IdentityService>): void =>
  replaceIdentityService(parts as IdentityService);
