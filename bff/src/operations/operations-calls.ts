import type { OrderLog } from '@karigar/events';
import type { Operations } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { cursorOf } from '../jobs/follow-log.ts';
import { opsEntries } from '../ops.ts';
import { forPerson, lastVerified, looksBack } from './ops-notes.ts';
import { withOrderNumbers } from './order-numbers.ts';
import { type Dependency, dependencyStates } from './readiness.ts';
import { readRedisState } from './redis-state.ts';

/** Makes the call that tells the state of the log, its consumers and the dependencies, for admins. */
export function operationsCalls({
  log,
  dependencies,
  follower,
  config,
}: {
  log: OrderLog;
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
      return privateJson({
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
      } satisfies Operations);
    },
  } satisfies Partial<Handlers>;
}

const isoOf = (ms: number) => new Date(ms).toISOString();
