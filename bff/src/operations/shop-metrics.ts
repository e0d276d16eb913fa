import type { OrderLog } from '@karigar/events';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../http/gauges.ts';
import { type OpsEntry, opsEntries } from '../ops.ts';
import { forPerson, lastVerified, looksBack } from './ops-notes.ts';
import { type Dependency, dependencyStates } from './readiness.ts';
import { readRedisState } from './redis-state.ts';

const dayMs = 24 * 3_600_000;

/**
 * Adds the state of the shop to the measurements. Nothing is read but when they are: then each part once, within the deadline of Redis.
 * All but `karigar_live_…` and `karigar_dependency_up` say the same of the whole shop in each process: rules take their `max` or `min`.
 */
export function addShopMetrics(
  registry: Registry,
  {
    log,
    dependencies,
    follower,
    replicas,
  }: {
    log: OrderLog;
    dependencies: readonly Dependency[];
    /** The follower of the log in this process: the last event that its streams were told of. */
    follower: { delivered: number };
    /** How many replicas must have flushed what was written before it is acknowledged. */
    replicas: number;
  },
): void {
  gaugesOf(registry, () => dependencyStates(dependencies)).each(
    'karigar_dependency_up',
    '1 when the dependency answers',
    'name',
    (states) => states.map(({ name, ok }) => [name, ok ? 1 : 0]),
  );
  gaugesOf(registry, () => log.totals()).one(
    'karigar_orders_for_decision',
    'Orders that a person has to decide on: a wish to cancel, a refund that failed or is under way, an open dispute',
    ({ attention }) => attention,
  );
  const head = gaugesOf(registry, () => log.head());
  head.one('karigar_log_head_seq', 'Number of the newest event', ({ seq }) => seq);
  head.one(
    'karigar_log_first_seq',
    'Number of the oldest event that is in Redis; those before it are in the archive alone',
    ({ trimmedTo }) => trimmedTo + 1,
  );
  head.one(
    'karigar_log_epoch',
    'The epoch of the log, raised when its Redis was restarted or another one took over',
    ({ epoch }) => epoch,
  );
  head.one(
    'karigar_live_behind',
    'Events of the log that the open streams of this process were not told of yet',
    ({ seq }) => Math.max(0, seq - follower.delivered),
  );
  head.one(
    'karigar_live_seq',
    'Number of the last event that the open streams of this process were told of',
    () => follower.delivered,
  );

  const redis = gaugesOf(registry, () => readRedisState(log.redis).catch(() => null));
  redis.one(
    'karigar_replicas_wanted',
    'Replicas that must have flushed a write before it is answered',
    () => replicas,
  );
  redis.one(
    'karigar_primary_found',
    '1 when the Redis that takes the writes was found and answers',
    (state) => (state?.isPrimary ? 1 : 0),
  );
  redis.one(
    'karigar_replicas_connected',
    'Replicas that follow the primary and have everything but the newest',
    (state) => state?.replicas.filter(({ online }) => online).length,
  );
  redis.each(
    'karigar_replica_behind_bytes',
    'Bytes of the primary’s writes that the replica has not acknowledged',
    'replica',
    (state) => state?.replicas.map(({ address, behindBytes }) => [address, behindBytes]) ?? [],
  );
  redis.each(
    'karigar_replica_silent_seconds',
    'Seconds since the replica acknowledged last, which it does each second; -1 before it does so first',
    'replica',
    (state) => state?.replicas.map(({ address, silentSeconds }) => [address, silentSeconds]) ?? [],
  );
  redis.one('karigar_redis_used_bytes', 'Memory that Redis uses', (state) => state?.usedBytes);
  redis.one(
    'karigar_redis_max_bytes',
    'Memory that Redis may use; 0 for no limit',
    (state) => state?.maxBytes,
  );
  redis.each(
    'karigar_redis_file_ok',
    '1 when the last write to the append-only file, and its last rewrite, went well',
    'what',
    (state) =>
      state === null
        ? []
        : [
            ['write', state.fileWritten ? 1 : 0],
            ['rewrite', state.fileRewritten ? 1 : 0],
          ],
  );

  const lastAt = (notes: readonly OpsEntry[], kind: string) =>
    (notes.find((note) => note.kind === kind)?.ts ?? 0) / 1_000;
  const notes = gaugesOf(registry, () => opsEntries(log.redis, looksBack));
  notes.one(
    'karigar_verified_timestamp_seconds',
    `When the log was last compared with its read models; 0 where none of the newest ${looksBack} notes says it`,
    (entries) => lastAt(entries, 'verify'),
  );
  notes.one(
    'karigar_verify_differences',
    'Differences that the last comparison found',
    (entries) => lastVerified(entries)?.differences ?? 0,
  );
  notes.one(
    'karigar_exported_timestamp_seconds',
    `When the shop was last exported; 0 where none of the newest ${looksBack} notes says it`,
    (entries) => lastAt(entries, 'export'),
  );
  notes.one(
    'karigar_keys_exported_timestamp_seconds',
    `When the keys of people were last backed up; 0 where none of the newest ${looksBack} notes says it`,
    (entries) =>
      lastAt(
        entries.filter(({ detail }) => 'exported' in detail),
        'keys',
      ),
  );
  notes.one(
    'karigar_payments_for_person',
    'Notes of the last 24 hours on money that the shop cannot bring to where it belongs by itself',
    (entries) => forPerson(entries).filter(({ ts }) => ts > Date.now() - dayMs).length,
  );
}
