import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventPosition,
  logBegin,
  type OrderLog,
  type RecordedEvent,
  type RedisClient,
  redisKeys,
} from '@karigar/events';
import type { Registry } from 'prom-client';
import { gaugesOf } from '../http/gauges.ts';
import type { Chore } from './open-jobs.ts';

/** Makes something of the log: an index, jobs. */
export interface Follower {
  /** Names its cursor and its metrics. */
  name: string;
  /** Where it begins when it has no cursor, or one that is not of this log. */
  beginsAt: 'start' | 'end';
  /** How old (ms, by the clock of Redis) an event is when it is taken: what waits for a time follows the log at this distance. 0 unless told. */
  ageMs?: number;
  /** Takes some events in their order. The same events come again when it throws, or a server dies before the cursor moved. */
  take(events: readonly RecordedEvent[]): Promise<void>;
  /** Forgets what was made, because it begins anew; nothing unless told. May come again. */
  forget?(): Promise<void>;
}

type FollowedLog = Pick<OrderLog, 'eventsAfter' | 'head' | 'now' | 'redis'>;

/** Events per batch: some milliseconds of work. */
const perBatch = 100;
const everyMs = 1_000;
/** For a follower that waits for a time. */
const waitingEveryMs = 60_000;
const moveScript = readFileSync(new URL('move-cursor.lua', import.meta.url), 'utf8');

async function readCursor(redis: RedisClient, name: string): Promise<EventPosition | null> {
  const [seq, hash] = await redis.run((connection) =>
    connection.hmGet(redisKeys.follower(name), ['seq', 'hash']),
  );
  return seq == null || hash == null ? null : { seq: Number(seq), hash };
}

/**
 * Moves the cursor from where it was seen in this epoch; false when another server was first, or another primary may lack what was made of the
 * events.
 */
async function moveCursor(
  redis: RedisClient,
  name: string,
  { seen, epoch }: { seen: EventPosition | null; epoch: number },
  { seq, hash }: EventPosition,
): Promise<boolean> {
  const moved = await redis.run((connection) =>
    connection.eval(moveScript, {
      keys: [redisKeys.follower(name), redisKeys.meta],
      arguments: [seen?.hash ?? 'none', String(epoch), 'seq', String(seq), 'hash', hash],
    }),
  );
  return moved === 1;
}

/** Reads how far a follower has come: the seq of the last event that is done, 0 for none. */
export const cursorOf = async (redis: RedisClient, name: string): Promise<number> =>
  (await readCursor(redis, name))?.seq ?? 0;

/** Removes the cursor: what the follower makes of the log is made anew. Throws `LogUnavailableError`. */
export async function followAnew(redis: RedisClient, name: string): Promise<void> {
  await redis.run((connection) => connection.del(redisKeys.follower(name)));
}

/**
 * Has a follower begin where it has no place in this log yet; at the end of the log, it takes the events from now on. Throws
 * `LogUnavailableError`.
 */
export async function beginFollowing(follower: Follower, log: FollowedLog): Promise<EventPosition> {
  for (;;) {
    const found = await readCursor(log.redis, follower.name);
    if (found !== null) return found;
    await startAnew(follower, log, null);
  }
}

async function startAnew(follower: Follower, log: FollowedLog, seen: EventPosition | null): Promise<void> {
  // Also makes sure that there is a shop.
  const head = await log.head();
  await follower.forget?.();
  const position = follower.beginsAt === 'end' ? head : logBegin;
  await moveCursor(log.redis, follower.name, { seen, epoch: head.epoch }, position);
}

/**
 * Makes the chore in which a follower takes what is new in the log, batch by batch. The cursor lies in Redis with the hash of its event; where the
 * log does not hold that event, as after the restore of a backup, the follower begins anew.
 */
export function followChore(follower: Follower, log: FollowedLog, registry: Registry): Chore {
  const { name, ageMs = 0 } = follower;
  const { redis } = log;
  const gauges = gaugesOf(registry, async () => {
    const [{ seq }, done] = await Promise.all([log.head(), cursorOf(redis, name)]);
    return { done, behind: Math.max(0, seq - done) };
  });
  gauges.one(
    `karigar_follower_seq_${name}`,
    `The last event that the follower "${name}" has taken`,
    ({ done }) => done,
  );
  gauges.one(
    `karigar_follower_behind_${name}`,
    `Events of the log that the follower "${name}" has not taken yet`,
    ({ behind }) => behind,
  );
  return {
    name: `follow-${name}`,
    everyMs: ageMs === 0 ? everyMs : waitingEveryMs,
    async isDue() {
      const [head, at] = await Promise.all([log.head(), readCursor(redis, name)]);
      return at === null || at.seq !== head.seq || (head.seq > 0 && at.hash !== head.hash);
    },
    async work(stopping) {
      while (!stopping.aborted) {
        const begun = performance.now();
        const { epoch } = await log.head();
        const at = await beginFollowing(follower, log);
        const history = redis.history();
        const read = await log.eventsAfter(at, perBatch);
        if (read === null) {
          await startAnew(follower, log, at);
          continue;
        }
        const newest = ageMs === 0 ? Number.POSITIVE_INFINITY : (await log.now()) - ageMs;
        const young = read.events.findIndex(({ ts }) => ts > newest);
        const due = young === -1 ? read.events : read.events.slice(0, young);
        const last = due.at(-1);
        if (last === undefined) return;
        // Nothing follows from an event that replicas may not have yet.
        await redis.flushed(history);
        await follower.take(due);
        if (!(await moveCursor(redis, name, { seen: at, epoch }, last)) || !read.full) return;
        // While it is far behind, it rests as long as it has worked: those who are being served come first.
        await delay(performance.now() - begun, undefined, { signal: stopping }).catch(() => undefined);
      }
    },
  };
}
