import { hash, randomUUID } from 'node:crypto';
import { OrderRejectedError, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import type { NewReview, Review } from '../contracts/people.ts';
import type { ErasedPersons, Person } from '../identity/person.ts';
import type { Personal } from '../personal/personal.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { laterTime } from '../tools/tool-records.ts';

/** A review as stored. */
const ReviewRecord = z.object({
  id: z.string(),
  uid: z.string(),
  rating: z.int(),
  createdAt: z.number(),
  /** Who says what. */
  sealed: z.string(),
});
type ReviewRecord = z.infer<typeof ReviewRecord>;

/** What of a review is its author's: it goes with them. */
const Words = z.object({ name: z.string(), reviews: z.string() });
type Words = z.infer<typeof Words>;
/** Stands in the place of an author who was erased; the stars stay. */
const erasedWords: Words = { name: 'A customer', reviews: '' };

const contextOf = (id: string): string => `review/1 ${id}`;

const recordOf = (stored: string): ReviewRecord => ReviewRecord.parse(JSON.parse(stored));

/** What reviews are read with. */
export interface ReviewReader {
  redis: Pick<RedisClient, 'run'>;
  personal: Personal;
  /** Whose words are gone, whether or not their key is destroyed yet. */
  erased?: ErasedPersons;
}

/** What reviews are kept with. */
export interface ReviewParts extends ReviewReader {
  redis: RedisClient;
  /** Whether a person may write only some in a day; false in load tests. */
  isLimited: boolean;
}

async function wordsOf({ personal, erased }: ReviewReader, { id, uid, sealed }: ReviewRecord) {
  if (erased?.has(uid)) return erasedWords;
  const opened = await personal.openFor(uid, contextOf(id), sealed);
  return opened === 'erased' ? erasedWords : Words.parse(opened);
}

const daySeconds = 24 * 3_600;
/** How many reviews a person may write in a day, by whether their address is verified. */
const perDay = { verified: 5, unverified: 2 };

/** Who writes a review; `name` is the display name under which it is shown. */
export type Reviewer = Readonly<Pick<Person, 'uid' | 'name' | 'emailVerified'>>;

/**
 * Stores a review once for each idempotency key of a person and answers its id. Throws `OrderRejectedError` KEY_REUSED when the
 * key was used for another review, ProblemError TOO_MANY_REVIEWS, and `PersonErasedError`.
 */
export async function addReview(
  parts: ReviewParts,
  by: Reviewer,
  { rating, reviews }: NewReview,
  idempotencyKey: string = randomUUID(),
): Promise<string> {
  const { redis, personal, isLimited } = parts;
  const { uid, name } = by;
  const id = `rev_${hash('sha256', `${uid}\0${idempotencyKey}`).slice(0, 24)}`;
  const key = redisKeys.review(id);
  const find = () => redis.run((connection) => connection.get(key));
  const sealed = await personal.sealFor(uid, contextOf(id), { name, reviews } satisfies Words);
  if ((await find()) === null) {
    if (isLimited) await countReview(redis, by, id);
    const record: ReviewRecord = { id, uid, rating, createdAt: laterTime(), sealed };
    await redis.compareAndSet(key, null, JSON.stringify(record));
  }
  const stored = recordOf((await find()) ?? '');
  if (stored.rating !== rating || (await wordsOf(parts, stored)).reviews !== reviews)
    throw new OrderRejectedError('KEY_REUSED');
  // Lists it on a repeat as well: the first try may have ended between the two writes.
  await redis.run((connection) =>
    connection.zAdd(redisKeys.reviews, { score: stored.createdAt, value: id }, { condition: 'NX' }),
  );
  return id;
}

/** Counts a review for its author's day. A repeat, which has the same id, counts once. Throws ProblemError TOO_MANY_REVIEWS. */
async function countReview(redis: RedisClient, by: Reviewer, id: string): Promise<void> {
  const { uid, emailVerified } = by;
  const most = emailVerified ? perDay.verified : perDay.unverified;
  const key = redisKeys.lease(`reviews:${uid}`);
  const isBeyond = await redis.run(async (connection) => {
    await connection.sAdd(key, id);
    await connection.expire(key, daySeconds, 'NX');
    if ((await connection.sCard(key)) <= most) return false;
    await connection.sRem(key, id);
    return true;
  });
  if (isBeyond)
    throw new ProblemError(
      'TOO_MANY_REVIEWS',
      `You can write ${most} reviews a day${emailVerified ? '' : ' until your email address is confirmed'}. Send this one again tomorrow.`,
    );
}

/** Which reviews of a list: at most `limit`, written before `cursor`. */
export interface WantedReviews {
  limit: number;
  cursor?: string | undefined;
  /** The hidden ones instead of those that everybody sees. */
  hidden?: boolean;
}

/**
 * Reads one page of reviews, newest first, and the cursor of the next; null on the last. Leaves out what cannot be read right now,
 * because one lost key must not hide what others say; `isWhole` is false then.
 */
export async function reviewPage(
  parts: ReviewReader,
  { limit, cursor, hidden = false }: WantedReviews,
): Promise<{ reviews: Review[]; nextCursor: string | null; isWhole: boolean }> {
  // The score is the time of the review, below zero while it is hidden.
  const before = cursor === undefined ? 'inf' : Date.parse(cursor);
  const from = `${cursor === undefined ? '' : '('}${hidden ? '-' : '+'}${before}`;
  const order = hidden ? {} : ({ REV: true } as const);
  const stored = await parts.redis.run(async (connection) => {
    const LIMIT = { offset: 0, count: limit + 1 };
    const ids = await connection.zRange(redisKeys.reviews, from, '(0', { BY: 'SCORE', LIMIT, ...order });
    return Promise.all(ids.map((id) => connection.get(redisKeys.review(id))));
  });
  const there = stored.slice(0, limit).filter((value) => value !== null);
  const read = await Promise.all(there.map((value) => reviewOf(parts, value).catch(unreadable)));
  const reviews = read.filter((review) => review !== null);
  const last = stored.length > limit ? there.at(-1) : undefined;
  const nextCursor = last ? new Date(recordOf(last).createdAt).toISOString() : null;
  return { reviews, nextCursor, isWhole: reviews.length === there.length };
}

/**
 * Hides a review from everybody, or shows it again, after `record` has noted who does that. Answers whether it was otherwise before.
 * Throws ProblemError NOT_FOUND.
 */
export async function hideReview(
  redis: RedisClient,
  id: string,
  hidden: boolean,
  record: () => Promise<unknown>,
): Promise<boolean> {
  const score = await redis.run((connection) => connection.zScore(redisKeys.reviews, id));
  if (score === null) throw new ProblemError('NOT_FOUND', `There is no review ${id}.`);
  if (score < 0 === hidden) return false;
  await record();
  const entry = { score: -score, value: id };
  await redis.run((connection) => connection.zAdd(redisKeys.reviews, entry, { condition: 'XX' }));
  return true;
}

/** Passes over a review whose author's key is missing, which an alarm tells already. Throws every other error. */
function unreadable(error: unknown): null {
  if (isProblemError(error) && error.code === 'KEY_MISSING') return null;
  throw error;
}

/** Reads all reviews of some accounts, newest first. Throws ProblemError KEY_MISSING. */
export async function reviewsOf(parts: ReviewReader, accounts: ReadonlySet<string>): Promise<Review[]> {
  const found: Review[] = [];
  for await (const stored of storedOf(parts.redis, accounts)) found.push(await reviewOf(parts, stored));
  return found;
}

const perRead = 500;

/** Reads stored reviews of some accounts. No index knows whose a review is, so it reads them all, a part at a time. */
async function* storedOf(
  redis: Pick<RedisClient, 'run'>,
  accounts: ReadonlySet<string>,
): AsyncGenerator<string> {
  for (let from = 0; ; from += perRead) {
    const ids = await redis.run((connection) =>
      connection.zRange(redisKeys.reviews, from, from + perRead - 1, { REV: true }),
    );
    if (ids.length === 0) return;
    const stored = await redis.run((connection) => connection.mGet(ids.map((id) => redisKeys.review(id))));
    for (const value of stored)
      if (typeof value === 'string' && accounts.has(recordOf(value).uid)) yield value;
  }
}

async function reviewOf(parts: ReviewReader, stored: string): Promise<Review> {
  const record = recordOf(stored);
  const { id, rating, createdAt } = record;
  return { _id: id, rating, ...(await wordsOf(parts, record)), createdAt: new Date(createdAt).toISOString() };
}
