import { randomUUID } from 'node:crypto';
import { type EventPosition, type RedisClient, redisKeys } from '@karigar/events';

/**
 * The right of one process to do a follower's work. The lease keeps others away; where it was lost without a word, as by a process that
 * was frozen, the token in the cursor tells the one that took over from the one that is late. The token counts the writes of the turn: a
 * promoted Redis that lacks one of them has an older token, so that nobody goes on from work which that Redis does not hold.
 */
export class Turn {
  /** Hash with the cursor: `turn`, and the `seq` and `hash` of the last event that is done. */
  readonly key: string;
  readonly #owner = randomUUID();
  #writes = 0;

  constructor(key: string) {
    this.key = key;
  }

  get token(): string {
    return `${this.#owner} ${this.#writes}`;
  }

  /** Takes note that a write of this turn is done. */
  written(): void {
    this.#writes += 1;
  }
}

/** Another process has taken the turn over, the cursor was removed so that everything is made anew, or a new primary lacks what the turn wrote. */
export class TurnLostError extends Error {
  constructor() {
    super('The turn is lost');
    this.name = 'TurnLostError';
  }
}

const checkTurn = `if redis.call('HGET', KEYS[1], 'turn') ~= ARGV[1] then return 'LATE' end`;

/**
 * Lua that ends a script unless the turn is still ours, so that no write comes late, and counts its write: KEYS[1] is the turn's key,
 * ARGV[1] its token.
 */
export const unlessLate = `${checkTurn}
do
  local owner, writes = string.match(ARGV[1], '^(%S+) (%d+)$')
  redis.call('HSET', KEYS[1], 'turn', owner .. ' ' .. string.format('%d', writes + 1))
end`;

/** KEYS the cursor, meta   ARGV token   Answers [ seq, hash ], each nil when nothing was read yet, or LATE where there is no shop */
const beginScript = `#!lua
if redis.call('EXISTS', KEYS[2]) == 0 then return 'LATE' end
redis.call('HSET', KEYS[1], 'turn', ARGV[1])
return redis.call('HMGET', KEYS[1], 'seq', 'hash')
`;

/** KEYS the cursor   ARGV token, seq, hash   Answers OK | LATE */
const moveScript = `#!lua
${unlessLate}
redis.call('HSET', KEYS[1], 'seq', ARGV[2], 'hash', ARGV[3])
return 'OK'
`;

/**
 * Runs a script with `unlessLate`, whose first key and argument are those of the turn; one at a time. Throws `TurnLostError` when it answers
 * LATE.
 */
export async function runInTurn(
  redis: RedisClient,
  turn: Turn,
  script: string,
  keys: readonly string[],
  words: readonly string[],
): Promise<void> {
  await evalInTurn(redis, turn, script, keys, words);
  turn.written();
}

async function evalInTurn(
  redis: RedisClient,
  { key, token }: Turn,
  script: string,
  keys: readonly string[],
  words: readonly string[] = [],
): Promise<unknown> {
  const answer = await redis.run((connection) =>
    connection.eval(script, { keys: [key, ...keys], arguments: [token, ...words] }),
  );
  if (answer === 'LATE') throw new TurnLostError();
  return answer;
}

/** Takes the turn over from whoever had it. Answers where the follower stands; null when it has to begin anew. */
export async function beginTurn(redis: RedisClient, turn: Turn): Promise<EventPosition | null> {
  const [seq, hash] = (await evalInTurn(redis, turn, beginScript, [redisKeys.meta])) as (string | null)[];
  return seq == null || hash == null ? null : { seq: Number(seq), hash };
}

/** KEYS the cursor   ARGV token   Answers OK | LATE */
const keepScript = `#!lua flags=no-writes
${checkTurn}
return 'OK'
`;

/** Makes sure that the turn is still ours. Throws `TurnLostError`. */
export async function keepTurn(redis: RedisClient, turn: Turn): Promise<void> {
  await evalInTurn(redis, turn, keepScript, []);
}

/** Moves the cursor; everything up to it is done. */
export async function moveCursor(
  redis: RedisClient,
  turn: Turn,
  { seq, hash }: EventPosition,
): Promise<void> {
  await runInTurn(redis, turn, moveScript, [], [String(seq), hash]);
}

/** Reads how far a follower has come: the seq of the last event that is done, 0 for none. */
export async function readCursor(redis: RedisClient, name: string): Promise<number> {
  return Number(await redis.run((connection) => connection.hGet(redisKeys.follower(name), 'seq')));
}

/** Removes the cursor: what the follower makes of the log is made anew from its start. Throws `LogUnavailableError`. */
export async function followAnew(redis: RedisClient, name: string): Promise<void> {
  await redis.run((connection) => connection.del(redisKeys.follower(name)));
}
