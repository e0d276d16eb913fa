import { type ArchiveRound, type RedisClient, redisKeys } from '@karigar/events';

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
