import { auditPage, type RedisClient } from '@karigar/events';
import { z } from 'zod';
import { wholeNumber } from '../contracts/fields.ts';
import { AuditedAction } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import type { UserRecords } from '../people/user-records.ts';

const AuditQuery = z.object({
  search: z.string().trim().max(120, { error: 'Search for less' }).default(''),
  limit: wholeNumber('limit is a whole number from 1 to 200', { max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, { error: 'cursor is the X-Next-Cursor of the page before' })
    .optional(),
});

/** Makes the call that tells what admins did. */
export function auditCalls(redis: RedisClient, users: Pick<UserRecords, 'accountsAt' | 'emailsOf'>): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/audit',
      summary:
        'What admins did, newest first; `search` is a whole address, or a part of any other text. A search looks at 5,000 entries at a time',
      access: 'admin',
      limit: 'read',
      query: AuditQuery,
      answers: {
        200: {
          description: 'Entries. `X-Next-Cursor` leads further back, also from a page without entries',
          schema: z.array(AuditedAction),
        },
      },
      problems: [],
      async handle({ query }) {
        // The record names accounts: an address that is searched for is looked up first.
        const [account] = query.search.includes('@') ? await users.accountsAt(query.search) : [];
        const { entries, nextCursor } = await auditPage(redis, { ...query, search: account ?? query.search });
        const named = entries.flatMap(({ uid, kind, subject }) =>
          isAboutUser(kind) ? [uid, subject] : [uid],
        );
        const emails = await users.emailsOf([...new Set(named)]);
        const actions = entries.map(
          ({ id, ts, uid, kind, subject, detail, correlationId }): AuditedAction => ({
            _id: id,
            at: new Date(ts).toISOString(),
            email: emails.get(uid) ?? uid,
            kind,
            subject: (isAboutUser(kind) && emails.get(subject)) || subject,
            detail,
            requestId: correlationId,
          }),
        );
        return privateJson(actions, 200, nextCursor === null ? {} : { 'X-Next-Cursor': nextCursor });
      },
    }),
  ];
}

/** Tells whether the subject of an action is an account. */
const isAboutUser = (kind: string): boolean => kind.startsWith('admin.');
