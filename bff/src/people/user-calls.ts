import { z } from 'zod';
import { search, wholeNumber } from '../contracts/fields.ts';
import { Modified } from '../contracts/order.ts';
import { User } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall, pathParam } from '../http/call.ts';
import type { EndedSessions } from '../identity/ended-sessions.ts';
import { normalEmail } from '../identity/person.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { UserRecords } from './user-records.ts';

const UserQuery = z.object({
  search: search.default(''),
  limit: wholeNumber('limit is a whole number from 1 to 1000', { max: 1_000 }).default(1_000),
  cursor: wholeNumber('cursor is the X-Next-Cursor of the page before', { min: 0, max: 100_000_000 }).default(
    0,
  ),
});

const unknownUser = () => new ProblemError('NOT_FOUND', 'No one has signed in with this email yet.');

/** The calls with which admins see users, make admins and take their rights away. */
export function userCalls(users: UserRecords, sessions: Pick<EndedSessions, 'rightsChanged'>): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/user',
      summary: 'The users, newest first',
      access: 'admin',
      limit: 'read',
      query: UserQuery,
      answers: {
        200: {
          description: 'Users. `X-Total-Count` counts all that match, `X-Next-Cursor` leads to the next page',
          schema: z.array(User),
        },
      },
      problems: [],
      async handle({ query }) {
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
    }),
    defineCall({
      method: 'put',
      path: '/user/admin/:email',
      summary: 'Makes a user an admin; the rights begin once their address is verified',
      access: 'admin',
      limit: 'write',
      answers: { 200: { description: '0 when they were one already', schema: Modified } },
      problems: ['NOT_FOUND'],
      async handle({ c, person }) {
        const email = normalEmail(pathParam(c, 'email'));
        const made = await users.setRole(email, 'admin', person, adminOf(c, person));
        if (made === null) throw unknownUser();
        return privateJson({ modifiedCount: made ? 1 : 0 });
      },
    }),
    defineCall({
      method: 'delete',
      path: '/user/admin/:email',
      summary: 'Takes the rights of an admin away: never one’s own, so that one admin always stays',
      access: 'admin',
      limit: 'write',
      answers: { 200: { description: '0 when they were none', schema: Modified } },
      problems: ['NOT_FOUND', 'OWN_RIGHTS', 'CONFIGURED_ADMIN'],
      async handle({ c, person }) {
        const email = normalEmail(pathParam(c, 'email'));
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
    }),
  ];
}
