import type { Redis } from 'ioredis';
import * as restoring from '../archive/restore-archive.ts';
import type { PastEvents } from '../log/past-events.ts';
import * as rebuilding from '../rebuild/rebuild.ts';
import * as verifying from '../verify/verify.ts';
import { onScan } from './raw-redis.ts';

type Past = { past?: PastEvents | undefined };

/** Rebuilds the read models of the shop behind a connection, on a connection of its own. */
export const rebuild = (
  redis: Redis,
  { past, ...options }: NonNullable<Parameters<typeof rebuilding.rebuild>[1]> & Past = {},
): ReturnType<typeof rebuilding.rebuild> =>
  onScan(redis, past, (store) => rebuilding.rebuild(store, options));

/** Verifies the shop behind a connection, on a connection of its own. */
export const verify = (
  redis: Redis,
  { past, ...options }: NonNullable<Parameters<typeof verifying.verify>[1]> & Past = {},
): ReturnType<typeof verifying.verify> => onScan(redis, past, (store) => verifying.verify(store, options));

type Restored = Parameters<typeof restoring.restoreArchive> extends [unknown, ...infer How] ? How : never;

/** Restores an archive into the Redis behind a connection, on a connection of its own. */
export const restoreArchive = (redis: Redis, ...how: Restored): ReturnType<typeof restoring.restoreArchive> =>
  onScan(redis, undefined, (store) => restoring.restoreArchive(store, ...how));
