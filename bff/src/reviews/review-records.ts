import { createHash, randomUUID } from 'node:crypto';
import { OrderRejectedError, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import type { NewReview, Review } from '../contracts/people.ts';

const ReviewRecord = z.object({
  id: z.string(),
  uid: z.string(),
  name: z.string(),
  reviews: z.string(),
  rating: z.int(),
  createdAt: z.number(),
});
type ReviewRecord = z.infer<typeof ReviewRecord>;

/** How many reviews the list answers at most. */
const listed = 500;

/** Who writes a review. */
export interface Reviewer {
  readonly uid: string;
  /** The display name under which it is shown. */
  readonly name: string;
}

/**
 * Stores a review once for each idempotency key of a person and answers its id. Throws `OrderRejectedError` KEY_REUSED when the
 * key was used for another review.
 */
export async function addReview(
  redis: RedisClient,
  by: Reviewer,
  review: NewReview,
  idempotencyKey: string | undefined,
): Promise<string> {
  const digest = createHash('sha256')
    .update(`${by.uid}\0${idempotencyKey ?? randomUUID()}`)
    .digest('hex');
  const id = `rev_${digest.slice(0, 24)}`;
  const key = redisKeys.review(id);
  const record: ReviewRecord = { id, ...by, ...review, createdAt: Date.now() };
  let stored = record;
  if (!(await redis.compareAndSet(key, null, JSON.stringify(record)))) {
    const earlier = await redis.run((connection) => connection.get(key));
    stored = ReviewRecord.parse(JSON.parse(earlier ?? 'null'));
    if (stored.reviews !== review.reviews || stored.rating !== review.rating)
      throw new OrderRejectedError('KEY_REUSED');
  }
  // Lists it on a repeat as well: the first try may have ended between the two writes.
  await redis.run((connection) =>
    connection.zAdd(redisKeys.reviews, { score: stored.createdAt, value: id }, { condition: 'NX' }),
  );
  return id;
}

/** Reads the newest reviews, newest first. */
export async function newestReviews(redis: RedisClient): Promise<Review[]> {
  const ids = await redis.run((connection) =>
    connection.zRange(redisKeys.reviews, 0, listed - 1, { REV: true }),
  );
  if (ids.length === 0) return [];
  const stored = await redis.run((connection) => connection.mGet(ids.map((id) => redisKeys.review(id))));
  return stored.flatMap((value) => {
    if (typeof value !== 'string') return [];
    const { id, reviews, rating, name, createdAt } = ReviewRecord.parse(JSON.parse(value));
    return [{ _id: id, reviews, rating, name, createdAt: new Date(createdAt).toISOString() }];
  });
}
