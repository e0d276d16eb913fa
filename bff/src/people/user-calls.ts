import { Role } from '../contracts/people.ts';
import { privatePage } from '../http/answers.ts';
import { type Handlers, originOf } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { UserRecords } from './user-records.ts';

type RoleCall = Parameters<Handlers['PUT /user/admin/:email']>[0];

/** The role of a path. An admin is made with a call of its own. Throws ProblemError 404. */
function roleIn(text: string): Role {
  const { data: role } = Role.exclude(['admin']).safeParse(text);
  if (role === undefined) throw new ProblemError('NOT_FOUND', 'A role is packer or editor.');
  return role;
}

/** The calls with which admins see users, give roles and take them away. */
export function userCalls(users: UserRecords, sessions: Pick<EndedSessions, 'rightsChanged'>) {
  const change = async ({ c, params, person }: RoleCall, role: Role, has: boolean) => {
    const email = normalEmail(params.email);
    const changed = await users.setRole(email, [role, has], person, originOf(c, person, 'admin'));
    if (changed === null) throw new ProblemError('NOT_FOUND', 'No one has signed in with this email yet.');
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
      const { total } = page;
      return privatePage(rows, { total, nextCursor: next < total ? `${next}` : null });
    },
    'PUT /user/admin/:email': (call) => change(call, 'admin', true),
    async 'DELETE /user/admin/:email'(call) {
      const email = normalEmail(call.params.email);
      if (email === call.person.email)
        throw new ProblemError('OWN_RIGHTS', 'You can’t remove your own admin rights. Ask another admin.');
      if (users.isListed(email))
        throw new ProblemError(
          'CONFIGURED_ADMIN',
          'This admin is set in ADMIN_EMAILS. Ask the server’s operator to remove it there.',
        );
      return change(call, 'admin', false);
    },
    'PUT /user/:email/roles/:role': (call) => change(call, roleIn(call.params.role), true),
    'DELETE /user/:email/roles/:role': (call) => change(call, roleIn(call.params.role), false),
  } satisfies Partial<Handlers>;
}
