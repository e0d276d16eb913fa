import { type RedisClient, redisKeys, StoreClosedError } from '@karigar/events';

/** Who waits for which tool. */
export type WaitingRecords = ReturnType<typeof waitingRecords>;

/** Somebody waits for so many tools at most; and so many people for one tool, which one event tells all at once. */
const mostTools = 50;
const mostPeople = 5_000;

/** Zset, all of score 0: `tool uid`. */
export const waitingKey = redisKeys.record('waiting');
/** Zset, all of score 0: `uid tool`. */
export const waitingOfKey = redisKeys.record('waiting-of');

/** The members that begin with a word; `!` comes after the blank. */
const membersOf = (word: string) => ({ from: `[${word} `, to: `(${word}!` });
const restOf = (member: string): string => member.slice(member.indexOf(' ') + 1);

/** KEYS meta, waiting, waiting-of   ARGV tool, uid, tools at most, people at most   Answers 1, 0 when it is too much, -1 */
const putScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local function count(key, word) return redis.call('ZLEXCOUNT', key, '[' .. word .. ' ', '(' .. word .. '!') end
if redis.call('ZSCORE', KEYS[2], ARGV[1] .. ' ' .. ARGV[2]) then return 1 end
if count(KEYS[3], ARGV[2]) >= tonumber(ARGV[3]) or count(KEYS[2], ARGV[1]) >= tonumber(ARGV[4]) then return 0 end
redis.call('ZADD', KEYS[2], 0, ARGV[1] .. ' ' .. ARGV[2])
redis.call('ZADD', KEYS[3], 0, ARGV[2] .. ' ' .. ARGV[1])
return 1
`;

/** Keeps who is to hear once when a tool is back. Every method throws `LogUnavailableError` while Redis is away. */
export function waitingRecords(redis: RedisClient) {
  const list = async (key: string, word: string): Promise<string[]> => {
    const { from, to } = membersOf(word);
    const members = await redis.run((connection) => connection.zRange(key, from, to, { BY: 'LEX' }));
    return members.map(restOf);
  };
  const remove = (toolId: string, uid: string) =>
    redis.run((connection) =>
      connection.multi().zRem(waitingKey, `${toolId} ${uid}`).zRem(waitingOfKey, `${uid} ${toolId}`).exec(),
    );
  return {
    /** Takes somebody in; false when they, or others for this tool, are too many. May be repeated. */
    async put(toolId: string, uid: string): Promise<boolean> {
      const keys = [redisKeys.meta, waitingKey, waitingOfKey];
      const words = [toolId, uid, String(mostTools), String(mostPeople)];
      const answer = await redis.run((connection) => connection.eval(putScript, { keys, arguments: words }));
      if (answer === -1) throw new StoreClosedError('empty');
      return answer === 1;
    },
    /** Lets somebody wait no more. */
    async remove(toolId: string, uid: string): Promise<void> {
      await remove(toolId, uid);
    },
    /** Lists the accounts that wait for a tool. */
    forTool: (toolId: string): Promise<string[]> => list(waitingKey, toolId),
    /** Lists the tools that these accounts wait for. */
    of: async (accounts: readonly string[]): Promise<string[]> => [
      ...new Set((await Promise.all(accounts.map((uid) => list(waitingOfKey, uid)))).flat()),
    ],
    /** Tells whether nobody waits for anything. */
    isEmpty: async (): Promise<boolean> =>
      (await redis.run((connection) => connection.zCard(waitingKey))) === 0,
    /** Removes all that is kept of an account; may be repeated. */
    async forget(uid: string): Promise<void> {
      for (const toolId of await list(waitingOfKey, uid)) await remove(toolId, uid);
    },
  };
}
