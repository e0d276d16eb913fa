import { randomUUID } from 'node:crypto';
import { beginEpoch } from './epoch.ts';
import { genesisHash } from './event-fields.ts';
import { StoreClosedError } from './log-errors.ts';
import type { RedisClient } from './redis-connection.ts';
import { redisKeys } from './redis-keys.ts';

/** Where the log ends now, and whose it is. */
export interface LogHead {
  seq: number;
  hash: string;
  ts: number;
  /** The generation of read models in use. */
  gen: number;
  /** The projection version that made it. */
  code: string;
  /** Random id of the shop, made once and kept by its backups. */
  shop: string;
  /** Counts the Redis servers that have held the log, restarts included; it begins at 1. */
  epoch: number;
  /** The last event that has left Redis for the archive; 0 while all are there. */
  trimmedTo: number;
}

/** Stands in the place of the projection version while a shop is being restored. */
export const restoringCode = 'restoring';

const headFields = ['seq', 'hash', 'ts', 'gen', 'code', 'shop', 'epoch', 'trimSeq'] as const;

/** Reads the head of the log. Throws `StoreClosedError` when there is none, or a backup is being restored. */
export async function readHead(client: Pick<RedisClient, 'run'>): Promise<LogHead> {
  const found = await client.run((connection) => connection.hmGet(redisKeys.meta, [...headFields]));
  const [seq, hash, ts, gen, code, shop, epoch, trimmedTo] = found;
  if (code?.startsWith(restoringCode) === true) throw new StoreClosedError('restoring');
  if (seq != null && hash != null && ts != null && gen != null && code != null && shop != null)
    return {
      ...{ seq: Number(seq), hash, ts: Number(ts), gen: Number(gen), code, shop },
      ...{ epoch: Number(epoch ?? 0), trimmedTo: Number(trimmedTo ?? 0) },
    };
  const isEmpty =
    found.every((value) => value == null) &&
    (await client.run((connection) => connection.exists(redisKeys.events))) === 0;
  throw new StoreClosedError(isEmpty ? 'empty' : 'headless');
}

/** Reads the time of Redis (ms), which also dates events. */
export async function redisTime(client: Pick<RedisClient, 'run'>): Promise<number> {
  const [seconds, micros] = await client.run((connection) =>
    connection.sendCommand<[string, string]>(['TIME']),
  );
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
}

/**
 * Makes sure that a store is there and open, making it in an empty Redis unless it `mustExist`. An existing store is only
 * read: Redis refuses a script that may write when its memory is full and on a replica, where reading must still work. Throws
 * `StoreClosedError`; an id is never invented where anything of a shop is left.
 */
export async function openStore(client: RedisClient, code: string, mustExist: boolean): Promise<void> {
  try {
    await readHead(client);
  } catch (error) {
    if (mustExist || !(error instanceof StoreClosedError) || error.reason !== 'empty') throw error;
    const { meta, events, intents, builds, audit } = redisKeys;
    const left = await client.run(async (connection) => {
      const { epoch, replid } = beginEpoch(1, await connection.info('replication'));
      const words = [randomUUID(), code, genesisHash, epoch, replid];
      return connection.createStore([meta, events, intents, builds, audit], words);
    });
    if (left !== '' && left !== meta) throw new StoreClosedError('remains');
    await readHead(client);
  }
}
