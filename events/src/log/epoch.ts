import { LogUnavailableError } from './log-errors.ts';
import type { RedisConnection } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** Reads the replication id of a Redis from its INFO: it changes with each failover and each restart. */
export const replicationIdOf = (info: string): string => /^master_replid:(\w+)/m.exec(info)?.[1] ?? '';

/**
 * The fields of the head with which a log begins an epoch: a new shop begins the first one, a restored shop one that no archive knows.
 * @param info the answer of INFO replication of the Redis that holds the log
 */
export const beginEpoch = (epoch: number, info: string): { epoch: string; replid: string } => ({
  epoch: String(epoch),
  replid: replicationIdOf(info),
});

/** What a Redis answers that takes no writes now, though it can be read. */
const readOnly = /^(OOM|MISCONF|READONLY|NOREPLICAS)\b/;

/** A Redis as a new connection found it. */
interface Joined {
  /** Its replication id. */
  history: string;
  /** False where the epoch is still to be raised, because this Redis takes no writes now. */
  isCurrent: boolean;
}

/**
 * Reads the replication id of the Redis behind a connection, and raises the epoch of its log where the head names another one. One of
 * several callers raises it.
 * @param mustBePrimary throws `LogUnavailableError` for a replica; else it is opened for reading
 */
export async function joinHistory(connection: RedisConnection, mustBePrimary: boolean): Promise<Joined> {
  const [info, [shop, replid]] = await Promise.all([
    connection.info('replication'),
    connection.hmGet(redisKeys.meta, ['shop', 'replid']),
  ]);
  const history = replicationIdOf(info);
  if (!/^role:master\r?$/m.test(info)) {
    if (mustBePrimary) throw new LogUnavailableError('It is a replica');
    return { history, isCurrent: true };
  }
  if (shop == null || replid === history) return { history, isCurrent: true };
  try {
    await connection.raiseEpoch([redisKeys.meta], [replid ?? '', history]);
    return { history, isCurrent: true };
  } catch (error) {
    if (error instanceof Error && readOnly.test(error.message)) return { history, isCurrent: false };
    throw error;
  }
}
