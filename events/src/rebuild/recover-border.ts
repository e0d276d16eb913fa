import type { Redis } from 'ioredis';
import { chainHash, storedEvent } from '../log/event-fields.ts';
import { LogDamagedError } from '../log/log-errors.ts';
import type { PastEvents } from '../log/past-events.ts';
import { rawEntries } from '../log/read-events.ts';
import { redisKeys } from '../log/redis-keys.ts';

/**
 * Finds again what was trimmed of a log whose head is lost: the first event that is left fits one of the events that the archive holds before it. Throws
 * `LogDamagedError` where none does, or nobody says where the archive is, and `ObjectsUnavailableError`.
 */
export async function recoverBorder(redis: Redis, shop: string, past: PastEvents | undefined): Promise<void> {
  const [first] = await rawEntries(redis, 0, 1);
  if (first === undefined || (await redis.hexists(redisKeys.meta, 'trimSeq')) === 1) return;
  const event = storedEvent(...first);
  const border = event.seq - 1;
  if (border === 0) return;
  const hashes = (await past?.hashesAt(shop, border)) ?? [];
  const hash = hashes.find((before) => chainHash(before, event) === event.hash);
  if (hash === undefined)
    throw new LogDamagedError(
      1,
      `the events before ${event.seq} are missing, and no archive holds those that fit it`,
    );
  await redis.hset(redisKeys.meta, { trimSeq: border, trimHash: hash, trimTs: event.ts });
}
