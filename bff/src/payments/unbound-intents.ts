import { type RedisClient, redisKeys } from '@karigar/events';

/** How many payments without an order one person may have open. */
const mostOpen = 3;
const hourMs = 3_600_000;
/** How long one stays open (ms): the watch ends it then, and has ten minutes for that. */
const openForMs = hourMs - 600_000;
/** The list of them outlives each of them by far (seconds). */
const listedForSeconds = 30 * 24 * 3_600;

/**
 * KEYS[1] the places of a person: members by the time (ms) at which each is free again. ARGV[1] now (ms), ARGV[2] when this one would be
 * free, ARGV[3] its name, ARGV[4] how many places there are. Takes a place, and answers 0, or how many ms the next one is not free.
 */
const takeScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - ARGV[1]
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 0`;

/**
 * The payments without an order that are open: each takes one of three places of its person, for an hour at most, and is listed for
 * the watch to end it.
 */
export function unboundIntents(redis: RedisClient) {
  const placesOf = (uid: string) => redisKeys.lease(`unbound:${uid}`);
  const listed = redisKeys.lease('unbound-intents');
  return {
    /** Takes a place under any name, before the intent is opened. Answers 0, or for how long (ms) none will be free. */
    take: (uid: string, name: string, now = Date.now()): Promise<number> =>
      redis.run(async (connection) =>
        Number(
          await connection.eval(takeScript, {
            keys: [placesOf(uid)],
            arguments: [String(now), String(now + hourMs), name, String(mostOpen)],
          }),
        ),
      ),
    /** Gives the place to the intent that was opened for it. */
    opened: (uid: string, name: string, intentId: string, now = Date.now()): Promise<unknown> =>
      redis.run((connection) =>
        connection
          .multi()
          .zRem(placesOf(uid), name)
          .zAdd(placesOf(uid), { score: now + hourMs, value: intentId })
          .zAdd(listed, { score: now + openForMs, value: intentId })
          .expire(listed, listedForSeconds)
          .exec(),
      ),
    /** Frees a place. */
    leave: (uid: string, name: string): Promise<unknown> =>
      redis.run((connection) => connection.zRem(placesOf(uid), name)),
    /** The names under which a person's places are taken. */
    of: (uid: string): Promise<readonly string[]> =>
      redis.run((connection) => connection.zRange(placesOf(uid), 0, -1)),
    /** The intents that have been open for long enough at `now` (ms). */
    due: (now: number): Promise<readonly string[]> =>
      redis.run((connection) => connection.zRangeByScore(listed, '-inf', now)),
    /** Takes an intent off the list: it is paid or cancelled. */
    ended: (intentId: string): Promise<unknown> =>
      redis.run((connection) => connection.zRem(listed, intentId)),
  };
}
