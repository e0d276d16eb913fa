import { type ArchiveRound, type OrderLog, type RedisClient, redisKeys } from '@karigar/events';
import { Counter, type Registry } from 'prom-client';
import { gaugesOf } from '../http/gauges.ts';

/** What the server that writes the archive last said of it. */
export interface ArchiveState {
  /** The last event that the archive holds; 0 for none. */
  seq: number;
  hash: string;
  /** When that was so, by the clock of Redis (ms). All records are in the archive as of then. */
  at: number;
}

const stateKey = redisKeys.follower('archive');
const askedKey = redisKeys.lease('archive-asked');
/** Longer than a round takes that begins when it is asked for. */
const askedSeconds = 60;

/** Says how far the archive is. */
export async function tellArchive(redis: RedisClient, { archived, head }: ArchiveRound): Promise<void> {
  const state: ArchiveState = { seq: archived?.to ?? 0, hash: archived?.hash ?? '', at: head.time };
  await redis.commands.set(stateKey, JSON.stringify(state));
}

/** Reads how far the archive is; null while no server has said it. */
export async function archiveState(redis: RedisClient): Promise<ArchiveState | null> {
  const text = await redis.commands.get(stateKey);
  return text === null ? null : (JSON.parse(text) as ArchiveState);
}

/** Asks the server that writes the archive to do so at once. */
export const askForRound = (redis: RedisClient): Promise<unknown> =>
  redis.commands.set(askedKey, '1', { expiration: { type: 'EX', value: askedSeconds } });

/** Answers once for each time that a round was asked for. */
export const takeAsked = async (redis: RedisClient): Promise<boolean> =>
  (await redis.commands.del(askedKey)) > 0;

/** Adds how far the archive is, which every process tells alike. Answers the counter of this process's rounds that failed. */
export function addArchiveMetrics(registry: Registry, log: Pick<OrderLog, 'redis'>): Counter {
  const gauges = gaugesOf(registry, async () => {
    const state = await archiveState(log.redis);
    return { state, waitsSince: await timeOfEvent(log, (state?.seq ?? 0) + 1) };
  });
  gauges.one('karigar_archive_seq', 'The last event that the archive holds', ({ state }) => state?.seq ?? 0);
  gauges.one(
    'karigar_archive_behind_seconds',
    'Seconds since the oldest event that is not in the archive was written; 0 where all are',
    ({ waitsSince }) => (waitsSince === null ? 0 : Math.max(0, Date.now() - waitsSince) / 1_000),
  );
  gauges.one(
    'karigar_archive_records_timestamp_seconds',
    'As of when all plain records (tools, people, reviews, notes) are in the archive; 0 before the first time',
    ({ state }) => (state?.at ?? 0) / 1_000,
  );
  return new Counter({
    name: 'karigar_archive_failures_total',
    help: 'Rounds of the archive that failed; the next one tries again',
    registers: [registry],
  });
}

/** When the first event from `seq` on was written (ms); null where there is none. */
async function timeOfEvent({ redis }: Pick<OrderLog, 'redis'>, seq: number): Promise<number | null> {
  const entries = await redis.commands.xRange(redisKeys.events, `${seq}-0`, '+', { COUNT: 1 });
  const ts = entries?.[0]?.message.ts;
  return ts === undefined ? null : Number(ts);
}
