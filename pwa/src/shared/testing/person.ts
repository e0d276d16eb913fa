import { keepPerson, keepToken, type SessionUser } from '../session/session-store.ts';

/** Signs somebody in on this page: Rahima, a customer, with these differences. */
export function signInAs(person: Partial<SessionUser> = {}): void {
  keepToken('token');
  keepPerson({
    uid: 'u1',
    email: 'rahima@karigar.example',
    name: 'Rahima',
    photoURL: null,
    ...person,
  });
}
