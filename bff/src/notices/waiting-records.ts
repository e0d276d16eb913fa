import { type RedisClient, redisKeys, StoreClosedError } from '@karigar/events';

/** Who waits for which tool. */
export type WaitingRecords = ReturnType<typeof waitingRecords>;

/** Most tools that one person waits for; and most people who wait for one tool, because one event tells them all. */
const mostTools = 50;
const mostPeople = 5_000;

/** Set: accounts that wait for a tool. */
const waitingFor = (toolId: string): string => redisKeys.record(`waiting:${toolId}`);
/** Set: tools that an account waits for. */
const waitingOf = (uid: string): string => redisKeys.record(`waiting-of:${uid}`);
/** Set: tools that anybody waits for. */
const waitedFor = redisKeys.record('waiting-tools');

/** KEYS meta, accounts of the tool, tools of the account, all tools   ARGV tool, uid, tools at most, people at most   Answers 1, 0 when it is too much, -1 */
const putScript = `#!lua
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('SISMEMBER', KEYS[2], ARGV[2]) == 1 then return 1 end
if redis.call('SCARD', KEYS[3]) >= tonumber(ARGV[3]) or redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 0 end
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('SADD', KEYS[4], ARGV[1])
return 1
`;
/** KEYS accounts of the tool, all tools, then the tools of each account   ARGV tool, then the accounts */
const removeScript = `#!lua
for i = 2, #ARGV do
  redis.call('SREM', KEYS[1], ARGV[i])
  redis.call('SREM', KEYS[i + 1], ARGV[1])
end
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end
`;

/** Keeps who is to hear once when a tool is back. Every method throws `LogUnavailableError` while Redis is away. */
export function waitingRecords(redis: RedisClient) {
  const evaluate = (script: string, keys: string[], words: string[]) =>
    redis.run((connection) => connection.eval(script, { keys, arguments: words }));
  const membersOf = (...keys: string[]): Promise<string[]> =>
    redis.run((connection) => connection.sUnion(keys));
  const of = (accounts: readonly string[]) => membersOf(...accounts.map(waitingOf));
  const remove = async (toolId: string, uids: readonly string[]): Promise<void> => {
    await evaluate(removeScript, [waitingFor(toolId), waitedFor, ...uids.map(waitingOf)], [toolId, ...uids]);
  };
  return {
    /** Adds a person; answers false when they wait for too many tools, or too many people wait for this one. May be repeated. */
    async put(toolId: string, uid: string): Promise<boolean> {
      const keys = [redisKeys.meta, waitingFor(toolId), waitingOf(uid), waitedFor];
      const answer = await evaluate(putScript, keys, [toolId, uid, String(mostTools), String(mostPeople)]);
      if (answer === -1) throw new StoreClosedError('empty');
      return answer === 1;
    },
    /** Lets accounts wait for a tool no more. */
    remove,
    /** Lists the accounts that wait for a tool. */
    forTool: (toolId: string) => membersOf(waitingFor(toolId)),
    /** Lists the tools that any of these accounts waits for. */
    of,
    /** Lists the tools that anybody waits for. */
    tools: () => membersOf(waitedFor),
    /** Removes all that is kept of an account; may be repeated. */
    async forget(uid: string): Promise<void> {
      for (const toolId of await of([uid])) await remove(toolId, [uid]);
    },
  };
}
