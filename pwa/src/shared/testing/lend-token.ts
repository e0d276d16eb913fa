import { lendCredentials } from '../api/http.ts';

/** Lets calls be made in the name of a person, whose token is never renewed. */
export const lendToken = (holder = 'u1'): void =>
  lendCredentials({
    token: () => 'token',
    holder: () => holder,
    renew: () => Promise.resolve(false),
    erased: () => Promise.resolve(),
  });
