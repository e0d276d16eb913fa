import type { OrderLog } from '@karigar/events';
import type { Operations } from '../contracts/shop.ts';
import { privateJson } from '../http/answers.ts';
import type { Handlers } from '../http/call.ts';
import { cursorOf } from '../jobs/follow-log.ts';
import { opsEntries } from '../ops.ts';
import { forPerson, lastVerified, looksBack } from './ops-notes.ts';
import { withOrderNumbers } from './order-numbers.ts';
import { type Dependency, dependencyStates } from './readiness.ts';
import { type RedisState, readRedisState } from './redis-state.ts';

/** What the operations screen shows beside the log itself. */
export interface OperationsParts {
  log: OrderLog;
  dependencies: readonly Dependency[];
  /** The follower of the log in this process: how far it is, and the events it saw in the last minute. */
  follower: { seq: number; perMinute: number };
  config: { replicas: number };
}

/** Makes the call that tells the state of the log, its consumers and the dependencies, for admins. */
export function operationsCalls(parts: OperationsParts) {
  const { log, dependencies, follower, config } = parts;
  return {
    async 'GET /operations'() {
      const consumer = (name: string, seq: number) => ({ name, seq, lag: Math.max(0, head.seq - seq) });
      const [noticesSeq, head, entries, states, redis] = await Promise.all([
        cursorOf(log.redis, 'notices'),
        log.head(),
        opsEntries(log.redis, looksBack),
        dependencyStates(dependencies),
        readRedisState(log.redis),
      ]);
      const verified = lastVerified(entries);
      const needing = forPerson(entries);
      const details = await withOrderNumbers(
        log,
        needing.map(({ why }) => why),
      );
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
        replicas: replicasShown(config.replicas, redis),
        lastVerification: verified && {
          at: new Date(verified.ts).toISOString(),
          seq: verified.seq,
          differences: verified.differences,
          by: verified.by,
        },
        dependencies: states.map(({ name, ok, detail, ms }) => ({ name, ok, detail, ms })),
        memory: {
          redisBytes: redis.usedBytes,
          redisMaxBytes: redis.maxBytes,
          bffBytes: process.memoryUsage.rss(),
        },
        needsPerson: needing.map(({ id, ts, kind, why }, index) => ({
          id,
          at: new Date(ts).toISOString(),
          kind,
          detail: details[index] ?? why,
        })),
      } satisfies Operations);
    },
  } satisfies Partial<Handlers>;
}

/** How many replicas there shall be and are, and how far the last of them is behind. */
function replicasShown(wanted: number, { replicas }: RedisState): Operations['replicas'] {
  const online = replicas.filter((one) => one.online);
  return {
    wanted,
    connected: online.length,
    behindBytes: Math.max(0, ...online.map(({ behindBytes }) => behindBytes)),
    silentSeconds: Math.max(0, ...online.map(({ silentSeconds }) => silentSeconds)),
  };
}
