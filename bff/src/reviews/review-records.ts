import { createHash, randomUUID } from 'node:crypto';
import { OrderRejectedError, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import type { NewReview, Review } from '../contracts/people.ts';
import type { ErasedPersons } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError } from '../problem/problem-error.ts';

/** A review as stored. */
export const ReviewRecord = z.object({
  id: z.string(),
  uid: z.string(),
  rating: z.int(),
  createdAt: z.number(),
  /** Who says what. */
  sealed: z.string(),
});
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** What of a review is its author's: it goes with them. */
const Words = z.object({ name: z.string(), reviews: z.string() });
/** Stands in the place of an author who was erased; the stars stay. */
const erasedWords: z.infer<typeof Words> = { name: 'A customer', reviews: '' };

const contextOf = (id: string): string => `review/1 ${id}`;

/** Seals what of a review is its author's. Throws `PersonErasedError`. */
export const sealWords = (
  personal: Personal,
  { id, uid }: Pick<ReviewRecord, 'id' | 'uid'>,
  words: z.infer<typeof Words>,
): Promise<string> => personal.sealFor(uid, contextOf(id), words);

/** What reviews are kept with. */
export interface ReviewParts {
  readonly redis: RedisClient;
  readonly personal: Personal;
  /** Whose words are gone, whether or not their key is destroyed yet. */
  readonly erased?: ErasedPersons;
}

async function wordsOf({ personal, erased }: ReviewParts, { id, uid, sealed }: ReviewRecord) {
  if (erased?.has(uid)) return erasedWords;
  const opened = await personal.openFor(uid, contextOf(id), sealed);
  return opened === 'erased' ? erasedWords : Words.parse(opened);
}

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
  parts: ReviewParts,
  by: Reviewer,
  review: NewReview,
  idempotencyKey: string | undefined,
): Promise<string> {
  const digest = createHash('sha256')
    .update(`${by.uid}\0${idempotencyKey ?? randomUUID()}`)
    .digest('hex');
  const id = `rev_${digest.slice(0, 24)}`;
  const key = redisKeys.review(id);
  const { redis, personal } = parts;
  const { rating, reviews } = review;
  const sealed = await sealWords(personal, { id, uid: by.uid }, { name: by.name, reviews });
  const record: ReviewRecord = { id, uid: by.uid, rating, createdAt: Date.now(), sealed };
  let stored = record;
  if (!(await redis.compareAndSet(key, null, JSON.stringify(record)))) {
    const earlier = await redis.run((connection) => connection.get(key));
    stored = ReviewRecord.parse(JSON.parse(earlier ?? 'null'));
    if ((await wordsOf(parts, stored)).reviews !== reviews || stored.rating !== rating)
      throw new OrderRejectedError('KEY_REUSED');
  }
  // Lists it on a repeat as well: the first try may have ended between the two writes.
  await redis.run((connection) =>
    connection.zAdd(redisKeys.reviews, { score: stored.createdAt, value: id }, { condition: 'NX' }),
  );
  return id;
}

/** Reads the newest reviews as they are stored, newest first. */
export async function newestStored(redis: RedisClient): Promise<string[]> {
  const ids = await redis.run((connection) =>
    connection.zRange(redisKeys.reviews, 0, listed - 1, { REV: true }),
  );
  if (ids.length === 0) return [];
  const stored = await redis.run((connection) => connection.mGet(ids.map((id) => redisKeys.review(id))));
  return stored.filter((value) => typeof value === 'string');
}

/** Opens stored reviews, without those that cannot be read right now: one lost key must not hide what others say. */
export async function openReviews(parts: ReviewParts, stored: readonly string[]): Promise<Review[]> {
  const reviews = await Promise.all(stored.map((value) => reviewOf(parts, value).catch(unreadable)));
  return reviews.filter((review) => review !== null);
}

/** Passes over a review whose author's key is missing, which an alarm tells already. Throws every other error. */
function unreadable(error: unknown): null {
  if (isProblemError(error) && error.code === 'KEY_MISSING') return null;
  throw error;
}

/** Reads all reviews of some accounts, newest first. Throws ProblemError KEY_MISSING. */
export async function reviewsOf(parts: ReviewParts, accounts: ReadonlySet<string>): Promise<Review[]> {
  const found: Review[] = [];
  for await (const stored of storedOf(parts.redis, accounts)) found.push(await reviewOf(parts, stored));
  return found;
}

/** Counts the reviews of some accounts; opens none. */
export async function countReviewsOf(redis: RedisClient, accounts: ReadonlySet<string>): Promise<number> {
  let count = 0;
  for await (const _ of storedOf(redis, accounts)) count += 1;
  return count;
}

/** Reads stored reviews of some accounts. No index knows whose a review is, so it reads them all, a part at a time. */
async function* storedOf(redis: RedisClient, accounts: ReadonlySet<string>): AsyncGenerator<string> {
  for (let from = 0; ; from += listed) {
    const ids = await redis.run((connection) =>
      connection.zRange(redisKeys.reviews, from, from + listed - 1, { REV: true }),
    );
    if (ids.length === 0) return;
    const stored = await redis.run((connection) => connection.mGet(ids.map((id) => redisKeys.review(id))));
    for (const value of stored)
      if (typeof value === 'string' && accounts.has(ReviewRecord.parse(JSON.parse(value)).uid)) yield value;
  }
}

async function reviewOf(parts: ReviewParts, stored: string): Promise<Review> {
  const record = ReviewRecord.parse(JSON.parse(stored));
  const { id, rating, createdAt } = record;
  return { _id: id, rating, ...(await wordsOf(parts, record)), createdAt: new Date(createdAt).toISOString() };
}
