import type { OrderLog } from '@karigar/events';
import { z } from 'zod';
import { auditPage } from '../audit.ts';
import { search, wholeNumber } from '../contracts/fields.ts';
import { AuditedAction } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { orderIdOf } from '../orders/order-access.ts';
import type { UserRecords } from '../people/user-records.ts';
import { withOrderNumbers } from './order-numbers.ts';

const AuditQuery = z.object({
  search: search.default(''),
  limit: wholeNumber('limit is a whole number from 1 to 200', { max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/, { error: 'cursor is the X-Next-Cursor of the page before' })
    .optional(),
});

/** Makes the call that tells what admins did. */
export function auditCalls(
  log: Pick<OrderLog, 'redis' | 'order' | 'orderIdAt'>,
  users: Pick<UserRecords, 'accountsAt' | 'emailsOf'>,
): Call[] {
  return [
    defineCall({
      method: 'get',
      path: '/audit',
      summary:
        'What admins did, newest first; `search` is a whole address, the number of an order, or a part of any other text. A search looks at 5,000 entries at a time',
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
        // The record names accounts and orders by their ids: an address or a number that is searched for is looked up first.
        const [id] = query.search.includes('@')
          ? await users.accountsAt(query.search)
          : [await orderIdOf(log, query.search)];
        const { entries, nextCursor } = await auditPage(log.redis, { ...query, search: id ?? query.search });
        const named = entries.flatMap(({ uid, kind, subject }) =>
          isAboutUser(kind) ? [uid, subject] : [uid],
        );
        const emails = await users.emailsOf([...new Set(named)]);
        const shown = await withOrderNumbers(
          log,
          entries.map(({ subject }) => subject),
        );
        const actions = entries.map(
          ({ id, ts, uid, kind, subject, detail, correlationId }, index): AuditedAction => ({
            _id: id,
            at: new Date(ts).toISOString(),
            email: emails.get(uid) ?? uid,
            kind,
            subject: (isAboutUser(kind) && emails.get(subject)) || (shown[index] ?? subject),
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
