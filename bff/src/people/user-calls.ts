import { privateJson } from '../http/answers.ts';
import { adminOf, type Handlers } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { UserRecords } from './user-records.ts';

const unknownUser = () => new ProblemError('NOT_FOUND', 'No one has signed in with this email yet.');

/** The calls with which admins see users, make admins and take their rights away. */
export function userCalls(users: UserRecords, sessions: Pick<EndedSessions, 'rightsChanged'>) {
  return {
    async 'GET /user'({ query }) {
      const page = await users.page({ search: query.search, limit: query.limit, offset: query.cursor });
      const next = query.cursor + query.limit;
      const rows = page.users.map(({ id, email, role, verified, createdAt }) => ({
        _id: id,
        ...{ email, role, verified },
        createdAt: new Date(createdAt).toISOString(),
      }));
      return privateJson(rows, 200, {
        'X-Total-Count': String(page.total),
        ...(next < page.total ? { 'X-Next-Cursor': String(next) } : {}),
      });
    },
    async 'PUT /user/admin/:email'({ c, params, person }) {
      const email = normalEmail(params.email);
      const made = await users.setRole(email, 'admin', person, adminOf(c, person));
      if (made === null) throw unknownUser();
      return privateJson({ modifiedCount: made ? 1 : 0 });
    },
    async 'DELETE /user/admin/:email'({ c, params, person }) {
      const email = normalEmail(params.email);
      if (email === person.email)
        throw new ProblemError('OWN_RIGHTS', 'You can’t remove your own admin rights. Ask another admin.');
      if (users.isListed(email))
        throw new ProblemError(
          'CONFIGURED_ADMIN',
          'This admin is set in ADMIN_EMAILS. Ask the server’s operator to remove it there.',
        );
      const removed = await users.setRole(email, 'user', person, adminOf(c, person));
      if (removed === null) throw unknownUser();
      const demoted = removed ? await users.find(email) : null;
      if (demoted !== null) await sessions.rightsChanged(demoted.uid);
      return privateJson({ modifiedCount: removed ? 1 : 0 });
    },
  } satisfies Partial<Handlers>;
}
