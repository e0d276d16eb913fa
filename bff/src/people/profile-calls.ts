import { Modified } from '../contracts/order.ts';
import { Profile, ProfileEdit } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall, pathParam } from '../http/call.ts';
import { normalEmail } from '../identity/person.ts';
import type { ProfileRecords } from './profile-records.ts';
import type { UserRecords } from './user-records.ts';

/** The calls about a person's own details. */
export function profileCalls(profiles: ProfileRecords, users: Pick<UserRecords, 'accountsAt'>): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/userinfo/:email',
      summary: 'The profile of a person; null while there is none',
      access: 'own-email-or-admin',
      limit: 'read',
      answers: { 200: { description: 'The profile or null', schema: Profile.nullable() } },
      problems: ['FORBIDDEN'],
      async handle({ c, person }) {
        const email = normalEmail(pathParam(c, 'email'));
        const accounts = email === person.email ? await person.accounts() : await users.accountsAt(email);
        return privateJson((await profiles.of(accounts))[0] ?? null);
      },
    }),
    defineCall({
      method: 'put',
      path: '/userinfo/:email',
      summary: 'Stores one’s own profile',
      access: 'own-email',
      limit: 'write',
      body: ProfileEdit,
      answers: { 200: { description: 'What happened', schema: Modified } },
      problems: ['FORBIDDEN'],
      async handle({ person, body }) {
        const outcome = await profiles.save(person, body);
        return privateJson({
          modifiedCount: outcome === 'changed' ? 1 : 0,
          upsertedCount: outcome === 'created' ? 1 : 0,
        });
      },
    }),
  ];
}
