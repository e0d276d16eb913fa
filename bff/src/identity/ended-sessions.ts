import { type RedisClient, type RedisConnection, redisKeys } from '@karigar/events';

/** Who a token is for, and when (µs, by Redis) its sign-in was proven. */
export interface TokenOwner {
  uid: string;
  since: number;
}

/** Which sign-ins were ended before their tokens end, and whose rights have changed, as all processes know them. */
export type EndedSessions = ReturnType<typeof endedSessions>;

/** Zset: `session <uid>` or `rights <uid>` by the time (µs) at which everything before ended. */
const key = redisKeys.record('ended');
/** Twice as long as a token lasts (µs): what is older refuses nothing any more. */
const keptMicros = 2 * 3_600_000_000;

/** KEYS ended   ARGV how long entries are kept (µs), members   Answers the time (µs) */
const endScript = `#!lua
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, string.format('%.0f', now - ARGV[1]))
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[i]) end
return string.format('%.0f', now)
`;

interface SessionParts {
  redis: RedisClient;
  /** Reads so that Redis tells of a change, upon which `look` is called. */
  read: (work: (connection: RedisConnection) => Promise<readonly Ended[]>) => Promise<readonly Ended[]>;
  /** Called for each person whose sign-in was ended or whose rights have changed, by whichever process. */
  onEnded: (uid: string) => void;
}
type Ended = { value: string; score: number };

/** Opens the record of ended sign-ins. Every method that asks Redis throws `LogUnavailableError` while it is away. */
export function endedSessions({ redis, read, onEnded }: SessionParts) {
  const known = new Map<string, number>();
  const learn = ({ value, score }: Ended) => {
    if ((known.get(value) ?? 0) >= score) return;
    known.set(value, score);
    onEnded(value.slice(value.indexOf(' ') + 1));
  };
  const write = async (members: readonly string[]): Promise<number> => {
    const answer = await redis.commands.eval(endScript, {
      keys: [key],
      arguments: [String(keptMicros), ...members],
    });
    for (const value of members) learn({ value, score: Number(answer) });
    return Number(answer);
  };
  return {
    /** Gives the time by Redis (µs): what is proven afterwards is proven after everything that has ended until then. */
    now: () => write([]),
    /** Ends the sign-ins of accounts: every process refuses tokens from before. Answers when (µs). */
    end: (uids: readonly string[]) => write(uids.map((uid) => `session ${uid}`)),
    /** Has every process end the live streams of somebody whose rights have changed; their sign-in goes on. */
    rightsChanged: async (uid: string): Promise<void> => void (await write([`rights ${uid}`])),
    /** Tells whether the sign-in of a token was ended. */
    has: ({ uid, since }: TokenOwner): boolean => since < (known.get(`session ${uid}`) ?? 0),
    /** Reads what other processes have ended. */
    async look(): Promise<void> {
      for (const entry of await read((connection) => connection.zRangeWithScores(key, 0, -1))) learn(entry);
    },
  };
}
