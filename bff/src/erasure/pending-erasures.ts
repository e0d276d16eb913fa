import { type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';

/** An erasure that was asked for and is not finished; times in ms. */
const PendingErasure = z.object({
  askedAt: z.number(),
  /** When it may happen: at once, or when the last invoice need not be kept any more. */
  dueAt: z.number(),
  /** Who asked: user:<uid>, ops:<who> or system:<what>. */
  by: z.string(),
  /** All accounts of the person: their records, which tell it, go in the course of the erasure. */
  accounts: z.array(z.string()).readonly(),
});
export type PendingErasure = Readonly<z.infer<typeof PendingErasure>>;

/** Where erasures are kept until nothing is left to do. Every method throws `LogUnavailableError` while Redis is away. */
export type PendingErasures = ReturnType<typeof pendingErasures>;

/** Keeps erasures under way in a hash beside the log, which a backup carries. */
export function pendingErasures(redis: RedisClient) {
  const key = redisKeys.erasures;
  const decode = (stored: string): PendingErasure => PendingErasure.parse(JSON.parse(stored));
  return {
    /** Finds that of an account; null when there is none. */
    async find(uid: string): Promise<PendingErasure | null> {
      const stored = await redis.commands.hGet(key, uid);
      return stored === null ? null : decode(stored);
    },
    /** Lists all of them, each with the account that it is kept under. */
    async all(): Promise<[uid: string, pending: PendingErasure][]> {
      const stored = await redis.commands.hGetAll(key);
      return Object.entries(stored).map(([uid, value]) => [uid, decode(value)]);
    },
    async put(uid: string, pending: PendingErasure): Promise<void> {
      await redis.commands.hSet(key, uid, JSON.stringify(pending));
    },
    async remove(uid: string): Promise<void> {
      await redis.commands.hDel(key, uid);
    },
  };
}
