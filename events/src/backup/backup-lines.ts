import { z } from 'zod';
import { storedFields } from '../log/event-fields.ts';
import { generationOf } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** An event of the log: its id and the values of its fields, in their order. */
export const EventLine = z.strictObject({
  t: z.literal('event'),
  id: z.string(),
  f: z.array(z.string()).length(storedFields.length),
});
/** An event of the log as a line. */
export type EventLine = z.infer<typeof EventLine>;

/** A plain record of the shop, or part of one. `k` is a key, `f` flat pairs. */
export const RecordLine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('string'), k: z.string(), v: z.string() }),
  /** Part of a hash: field, value, field, value … */
  z.strictObject({ t: z.literal('hash'), k: z.string(), f: z.array(z.string()) }),
  /** Part of a sorted set: member, score, member, score … */
  z.strictObject({ t: z.literal('zset'), k: z.string(), f: z.array(z.string()) }),
  /** Part of a set: its members. */
  z.strictObject({ t: z.literal('set'), k: z.string(), f: z.array(z.string()) }),
  /** An entry of a stream that is not the log: its id and field, value, field, value … */
  z.strictObject({ t: z.literal('entry'), k: z.string(), id: z.string(), f: z.array(z.string()) }),
]);
/** A plain record of the shop as lines. */
export type RecordLine = z.infer<typeof RecordLine>;

/** One line of a backup, beside the pictures and the manifest that the caller adds. */
export const BackupLine = z.discriminatedUnion('t', [EventLine, RecordLine]);
/** One line of a backup. */
export type BackupLine = z.infer<typeof BackupLine>;

/** Where the log of a backup ends, and whose it is. */
export interface BackupHead {
  readonly seq: number;
  readonly hash: string;
  readonly ts: number;
  readonly shop: string;
}

/** Checks whether a key is a lock of a server, or what a follower makes of the log: a store that holds nothing else is empty. */
export function isPassing(key: string): boolean {
  return key.startsWith(redisKeys.lease('')) || key.startsWith(redisKeys.follower(''));
}

/** Checks whether a key belongs into a backup: not the log, its head, what is made of it, a lock or another program's key. */
export function isBackupKey(key: string): boolean {
  const { events, meta, builds } = redisKeys;
  const own: readonly string[] = [events, meta, builds];
  return key.startsWith('{o}:') && !own.includes(key) && generationOf(key) === undefined && !isPassing(key);
}
