import type { AuditOrigin } from '../audit.ts';
import { Role } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Handlers } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import { normalEmail, type Person } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { UserRecords } from './user-records.ts';

const unknownUser = () => new ProblemError('NOT_FOUND', 'No one has signed in with this email yet.');

/** The role of a path. An admin is made with a call of its own. Throws ProblemError 404. */
function roleIn(text: string): Role {
  const { data: role } = Role.exclude(['admin']).safeParse(text);
  if (role === undefined) throw new ProblemError('NOT_FOUND', 'A role is packer or editor.');
  return role;
}

/** The calls with which admins see users, give roles and take them away. */
export function userCalls(users: UserRecords, sessions: Pick<EndedSessions, 'rightsChanged'>) {
  const change = async (
    address: string,
    role: readonly [role: Role, has: boolean],
    person: Person,
    by: AuditOrigin,
  ) => {
    const email = normalEmail(address);
    const changed = await users.setRole(email, role, person, by);
    if (changed === null) throw unknownUser();
    const user = changed ? await users.find(email) : null;
    // What their open streams may tell is another thing now.
    if (user !== null) await sessions.rightsChanged(user.uid);
    return { modifiedCount: changed ? 1 : 0 };
  };
  return {
    async 'GET /user'({ query }) {
      const page = await users.page({ search: query.search, limit: query.limit, offset: query.cursor });
      const next = query.cursor + query.limit;
      const rows = page.users.map(({ id, email, roles, verified, createdAt }) => ({
        _id: id,
        ...{ email, roles, verified },
        role: roles.includes('admin') ? 'admin' : 'user',
        createdAt: new Date(createdAt).toISOString(),
      }));
      return privateJson(rows, 200, {
        'X-Total-Count': String(page.total),
        ...(next < page.total ? { 'X-Next-Cursor': String(next) } : {}),
      });
    },
    async 'PUT /user/admin/:email'({ c, params, person }) {
      return change(params.email, ['admin', true], person, adminOf(c, person));
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
      return change(email, ['admin', false], person, adminOf(c, person));
    },
    async 'PUT /user/:email/roles/:role'({ c, params, person }) {
      return change(params.email, [roleIn(params.role), true], person, adminOf(c, person));
    },
    async 'DELETE /user/:email/roles/:role'({ c, params, person }) {
      return change(params.email, [roleIn(params.role), false], person, adminOf(c, person));
    },
  } satisfies Partial<Handlers>;
}
