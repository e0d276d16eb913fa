import { z } from 'zod';
import { generationOf } from '../log/generation-keys.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** A plain record of the shop, or part of one. `k` is a key, `f` flat pairs. */
export const RecordLine = z.discriminatedUnion('t', [
  z.strictObject({ t: z.literal('string'), k: z.string(), v: z.string() }),
  /** Part of a hash: field, value, field, value … */
  z.strictObject({ t: z.literal('hash'), k: z.string(), f: z.array(z.string()) }),
  /** Part of a sorted set: member, score, member, score … */
  z.strictObject({ t: z.literal('zset'), k: z.string(), f: z.array(z.string()) }),
  /** Part of a set: its members. */
  z.strictObject({ t: z.literal('set'), k: z.string(), f: z.array(z.string()) }),
  /** An entry of a stream: its id and field, value, field, value … */
  z.strictObject({ t: z.literal('entry'), k: z.string(), id: z.string(), f: z.array(z.string()) }),
]);
/** A plain record of the shop as lines. */
export type RecordLine = z.infer<typeof RecordLine>;

/** A record, part of one, or that everything kept under a key so far is gone: the lines behind it take its place. */
export const RecordChange = z.union([z.strictObject({ t: z.literal('gone'), k: z.string() }), RecordLine]);
/** A record, part of one, or that one is gone. */
export type RecordChange = z.infer<typeof RecordChange>;

/** Checks whether a key is a lock of a server, or what a follower makes of the log: a store that holds nothing else is empty. */
export function isPassing(key: string): boolean {
  return key.startsWith(redisKeys.lease('')) || key.startsWith(redisKeys.follower(''));
}

/** Checks whether a key is a plain record: not the log, its head, what is made of it, a lock or another program's key. */
export function isRecordKey(key: string): boolean {
  const { events, meta, builds } = redisKeys;
  const own: readonly string[] = [events, meta, builds];
  return key.startsWith('{o}:') && !own.includes(key) && generationOf(key) === undefined && !isPassing(key);
}
