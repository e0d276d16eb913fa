import { isDeleted, type OrderLog } from '@karigar/events';
import { auditPage } from '../audit.ts';
import { showNumber } from '../contracts/order-number.ts';
import type { AuditedAction } from '../contracts/shop.ts';
import { privatePage } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { cursorOf } from '../jobs/follow-log.ts';
import { opsEntries } from '../ops.ts';
import { orderIdOf } from '../orders/order-access.ts';
import type { UserRecords } from '../people/user-records.ts';
import { forPerson, lastVerified, looksBack } from './ops-notes.ts';
import { type Dependency, dependencyStates } from './readiness.ts';
import { readRedisState } from './redis-state.ts';

/** Makes the calls that tell admins the state of the log, its consumers and the dependencies, and what admins did. */
export function operationsCalls({
  log,
  users,
  dependencies,
  follower,
  config,
}: {
  log: OrderLog;
  users: Pick<UserRecords, 'accountsAt' | 'emailsOf'>;
  dependencies: readonly Dependency[];
  /** The follower of the log in this process: how far it is, and the events it saw in the last minute. */
  follower: { seq: number; perMinute: number };
  config: { replicas: number };
}) {
  return {
    async 'GET /operations'() {
      const [noticesSeq, head, entries, states, redis] = await Promise.all([
        cursorOf(log.redis, 'notices'),
        log.head(),
        opsEntries(log.redis, looksBack),
        dependencyStates(dependencies),
        readRedisState(log.redis),
      ]);
      const consumer = (name: string, seq: number) => ({ name, seq, lag: Math.max(0, head.seq - seq) });
      const verified = lastVerified(entries);
      const needing = forPerson(entries);
      const whys = needing.map(({ why }) => why);
      const details = await withOrderNumbers(log, whys);
      const online = redis.replicas.filter((one) => one.online);
      return {
        log: {
          shop: head.shop,
          headSeq: head.seq,
          headHash: head.hash,
          epoch: head.epoch,
          generation: head.gen,
          eventsPerMinute: follower.perMinute,
        },
        consumers: [consumer('live updates', follower.seq), consumer('letters and pushes', noticesSeq)],
        replicas: {
          wanted: config.replicas,
          connected: online.length,
          behindBytes: Math.max(0, ...online.map(({ behindBytes }) => behindBytes)),
          silentSeconds: Math.max(0, ...online.map(({ silentSeconds }) => silentSeconds)),
        },
        lastVerification: verified,
        dependencies: states.map(({ required: _, ...shown }) => shown),
        memory: {
          redisBytes: redis.usedBytes,
          redisMaxBytes: redis.maxBytes,
          bffBytes: process.memoryUsage.rss(),
        },
        needsPerson: needing.map(({ id, ts, kind, why }, index) => ({
          ...{ id, at: isoOf(ts), kind },
          detail: details[index] ?? why,
        })),
      };
    },
    async 'GET /audit'({ query }) {
      // The record names accounts and orders by their ids: an address or a number that is searched for is looked up first.
      const [id] = query.search.includes('@')
        ? await users.accountsAt(query.search)
        : [await orderIdOf(log, query.search)];
      const { entries, nextCursor } = await auditPage(log.redis, { ...query, search: id ?? query.search });
      const named = entries.flatMap(({ uid, kind, subject }) => (isAboutUser(kind) ? [uid, subject] : [uid]));
      const emails = await users.emailsOf([...new Set(named)]);
      const shown = await withOrderNumbers(
        log,
        entries.map(({ subject }) => subject),
      );
      const actions = entries.map(
        ({ id, ts, uid, kind, subject, detail, correlationId }, index): AuditedAction => ({
          _id: id,
          at: isoOf(ts),
          email: emails.get(uid) ?? uid,
          kind,
          subject: (isAboutUser(kind) && emails.get(subject)) || (shown[index] ?? subject),
          detail,
          requestId: correlationId,
        }),
      );
      return privatePage(actions, { nextCursor });
    },
  } satisfies Partial<Handlers>;
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** Tells whether the subject of an action is an account. */
const isAboutUser = (kind: string) => /^(?:admin|packer|editor)\./.test(kind);

const orderId = /\bord_[\da-f]{24}\b/g;

/** Writes the numbers of orders in place of their ids, which no admin knows. An order that is not found keeps its id. */
export async function withOrderNumbers(
  log: Pick<OrderLog, 'order'>,
  texts: readonly string[],
): Promise<string[]> {
  const ids = new Set(texts.flatMap((text) => text.match(orderId) ?? []));
  const numbers = new Map<string, string>();
  for (const id of ids) {
    // One order that cannot be read keeps nothing else from being shown.
    const order = await log.order(id).catch(() => null);
    const number = order !== null && isDeleted(order) ? order.seqs[0] : order?.number;
    if (number !== undefined) numbers.set(id, showNumber(number));
  }
  return texts.map((text) => text.replace(orderId, (id) => numbers.get(id) ?? id));
}
