import type { Redis } from 'ioredis';
import { generationKeys } from '../log/generation-keys.ts';
import { LogUnavailableError } from '../log/log-errors.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** Documents of each state that are weighed to know what the others weigh. */
const sample = 100;
/** The two small sets of each order (person and tool name) beside its document (bytes). */
const setsPerOrder = 150;

/** Bytes that the generation in use takes, estimated from a sample. */
export async function generationBytes(redis: Redis): Promise<number> {
  const gen = await redis.hget(redisKeys.meta, 'gen');
  if (gen === null) return 0;
  const keys = generationKeys(Number(gen));
  const sets = liveStatuses.map((status) => keys.set(status));
  const [sizes, deleted, newest] = await Promise.all([
    Promise.all(sets.map((set) => redis.zcard(set))),
    redis.zcard(keys.deleted),
    Promise.all(sets.map((set) => redis.zrevrange(set, 0, sample - 1))),
  ]);
  const weigh = async (key: string): Promise<number> => Number((await redis.memory('USAGE', key)) ?? 0);
  const documents = await Promise.all(newest.flat().map((id) => weigh(keys.order(id))));
  const shared = await Promise.all([...sets, keys.deleted, keys.tx, keys.stock, keys.names].map(weigh));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  const average = documents.length === 0 ? 0 : sum(documents) / documents.length;
  return Math.round((sum(sizes) + deleted) * (average + setsPerOrder) + sum(shared));
}

/** Which part of the log the generation that this code is building has seen already, 0 to 1: its memory is in use by now. */
async function builtShare(redis: Redis, code: string): Promise<number> {
  const [builds, head] = await Promise.all([
    redis.hgetall(redisKeys.builds),
    redis.hget(redisKeys.meta, 'seq'),
  ]);
  const gen = Object.keys(builds).find((name) => builds[name]?.startsWith(`building ${code} `));
  if (gen === undefined || Number(head) === 0) return 0;
  const checkpoint = await redis.get(generationKeys(Number(gen)).checkpoint);
  return Math.min(1, Number.parseInt(checkpoint ?? '0', 10) / Number(head));
}

/**
 * Throws `LogUnavailableError` when 1.2 times the generation in use does not fit under Redis's memory limit; of one that
 * `code` (a projection version) has built in part, only what is missing has to fit.
 */
export async function checkMemory(redis: Redis, code: string): Promise<void> {
  const info = await redis.info('memory');
  const read = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const limit = read('maxmemory');
  if (limit === 0) return;
  const [whole, built] = await Promise.all([generationBytes(redis), builtShare(redis, code)]);
  const needed = Math.round(1.2 * whole * (1 - built));
  const free = limit - read('used_memory');
  if (needed <= free) return;
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
  throw new LogUnavailableError(
    `A rebuild needs about ${megabytes(needed)}, and ${megabytes(Math.max(0, free))} are free under maxmemory. ` +
      'Raise maxmemory (CONFIG SET maxmemory …) and start again',
  );
}
