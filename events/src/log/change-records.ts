import { StoreClosedError } from './log-errors.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** A record to change, if it still holds what was seen (null: nothing). Without `value` it is compared only. */
export interface RecordChange {
  key: string;
  seen: string | null;
  value?: string;
}

/**
 * Changes plain records in one step, together with an entry of the audit or another stream (its fields and values in turn); answers false,
 * with nothing done, when another writer was first. Throws `StoreClosedError` where there is no shop, and `LogUnavailableError`.
 */
export async function changeRecords(
  client: Pick<RedisClient, 'run'>,
  changes: readonly RecordChange[],
  entry: readonly string[] = [],
  stream: string = redisKeys.audit,
): Promise<boolean> {
  const keys = [redisKeys.meta, stream, ...changes.map(({ key }) => key)];
  const args = changes.flatMap(({ seen, value }) => [
    ...(seen === null ? ['0', ''] : ['1', seen]),
    ...(value === undefined ? ['0', ''] : ['1', value]),
  ]);
  const answer = await client.run((connection) => connection.changeRecords(keys, [...args, ...entry]));
  if (answer === -1) throw new StoreClosedError('empty');
  return answer === 1;
}
