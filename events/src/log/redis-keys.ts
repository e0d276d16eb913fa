import { hash } from 'node:crypto';

/**
 * Every name under which the shop keeps something in Redis. All of them carry the hash tag `{o}`, so that a script may
 * touch any of them together, also in a Cluster. No other file spells a key.
 */
export const redisKeys = {
  /** Stream: the log itself. */
  events: '{o}:ev',
  /** Hash: head of the log, generation, store id. */
  meta: '{o}:meta',
  /** Hash: orderId -> id of the payment intent that is registered for it. */
  intents: '{o}:intent',
  /** Stream: operator actions, refunds, payments that need a person. */
  ops: '{o}:ops',
  /** Stream: what admins did. */
  audit: '{o}:audit',
  /** Hash: generation number -> JSON of a rebuild in progress or of a generation to clean up. */
  builds: '{o}:builds',
  /** Zset: tool ids by creation time (ms). */
  tools: '{o}:tools',
  /** String: one tool, see `encodeTool`. */
  tool: (id: string): string => `{o}:tool:${id}`,
  /** Zset: review ids by creation time (ms). */
  reviews: '{o}:reviews',
  /** Zset: `<rating> <review id>` of the reviews of a tool, by creation time (ms). */
  reviewsOf: (toolId: string): string => `{o}:reviews-of:${toolId}`,
  /** String: JSON of one review. */
  review: (id: string): string => `{o}:review:${id}`,
  /** Zset: names of the users (a keyed hash of the email) by time of the first visit (ms). */
  users: '{o}:users',
  /** String: JSON of one user. */
  user: (name: string): string => `{o}:user:${name}`,
  /** String: JSON of one person's profile. */
  profile: (uid: string): string => `{o}:profile:${uid}`,
  /** String: name of the user whom an account is. */
  account: (uid: string): string => `{o}:user-of:${uid}`,
  /** Hash: uid -> JSON of an erasure that was asked for and is not finished. */
  erasures: '{o}:erasures',
  /** String with an end of life: the short-lived locks, marks and counters of the server (`name` says whose). */
  lease: (name: string): string => `{o}:lease:${name}`,
  /** Hash: how far a follower of the log has come; with `part`, what it makes of the log. In no backup: it can be made again. */
  follower: (name: string, part?: string): string =>
    `{o}:follow:${name}${part === undefined ? '' : `:${part}`}`,
  /** String or hash: any other plain record of the server that a backup must carry. */
  record: (name: string): string => `{o}:record:${name}`,
} as const;

/** The id that an order placed with this key by this person gets: the same key always names the same order. */
export function orderIdFor(uid: string, idempotencyKey: string): string {
  const digest = hash('sha256', `${uid}\0${idempotencyKey}`);
  return `ord_${digest.slice(0, 24)}`;
}

/** More than a busy shop meets in a minute, and little memory. */
const most = 10_000;

/** Memoises a pure function of a text: the names of keys are hashed again and again. */
export function memoised(compute: (text: string) => string): (text: string) => string {
  const answers = new Map<string, string>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    // Clearing all at once needs no bookkeeping of which entry is oldest.
    if (answers.size >= most) answers.clear();
    const answer = compute(text);
    answers.set(text, answer);
    return answer;
  };
}
