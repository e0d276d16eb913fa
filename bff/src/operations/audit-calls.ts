import type { OrderLog } from '@karigar/events';
import { auditPage } from '../audit.ts';
import type { AuditedAction } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { orderIdOf } from '../orders/order-access.ts';
import type { UserRecords } from '../people/user-records.ts';
import { withOrderNumbers } from './order-numbers.ts';

/** Makes the call that tells what admins did. */
export function auditCalls(
  log: Pick<OrderLog, 'redis' | 'order' | 'orderIdAt'>,
  users: Pick<UserRecords, 'accountsAt' | 'emailsOf'>,
) {
  return {
    async 'GET /audit'({ query }) {
      // The record names accounts and orders by their ids: an address or a number that is searched for is looked up first.
      const [id] = query.search.includes('@')
        ? await users.accountsAt(query.search)
        : [await orderIdOf(log, query.search)];
      const { entries, nextCursor } = await auditPage(log.redis, { ...query, search: id ?? query.search });
      const named = entries.flatMap(({ uid, kind, subject }) => (isAboutUser(kind) ? [uid, subject] : [uid]));
      const emails = await users.emailsOf([...new Set(named)]);
      const subjects = entries.map(({ subject }) => subject);
      const shown = await withOrderNumbers(log, subjects);
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
  } satisfies Partial<Handlers>;
}

/** Tells whether the subject of an action is an account. */
const isAboutUser = (kind: string) => /^(?:admin|packer|editor)\./.test(kind);
