import type { Handlers } from '../http/call.ts';
import { normalEmail } from '../identity/person.ts';
import type { ProfileRecords } from './profile-records.ts';
import type { UserRecords } from './user-records.ts';

/** The calls about a person's own details. */
export function profileCalls(profiles: ProfileRecords, users: Pick<UserRecords, 'accountsAt'>) {
  return {
    async 'GET /userinfo/:email'({ params, person }) {
      const email = normalEmail(params.email);
      const accounts = email === person.email ? await person.accounts() : await users.accountsAt(email);
      return (await profiles.of(accounts))[0] ?? null;
    },
    async 'PUT /userinfo/:email'({ person, body }) {
      const outcome = await profiles.save(person, body);
      return {
        modifiedCount: outcome === 'changed' ? 1 : 0,
        upsertedCount: outcome === 'created' ? 1 : 0,
      };
    },
  } satisfies Partial<Handlers>;
}
