import { hash, randomUUID } from 'node:crypto';
import { OrderRejectedError, type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import { type AuditOrigin, recordAudit } from '../audit.ts';
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
/** Stands in the place of an author who was erased; the stars stay. */
const erasedWords: z.infer<typeof Words> = { name: 'A customer', reviews: '' };

const contextOf = (id: string) => `review/1 ${id}`;

const recordOf = (stored: string) => ReviewRecord.parse(JSON.parse(stored));

/** What reviews are read with. */
export interface ReviewReader {
  redis: Pick<RedisClient, 'run'>;
  personal: Personal;
  /** Whose words are gone, whether or not their key is destroyed yet. */
  erased?: ErasedPersons;
}

async function wordsOf({ personal, erased }: ReviewReader, { id, uid, sealed }: ReviewRecord) {
  const opened = erased?.has(uid) ? 'erased' : await personal.openFor(uid, contextOf(id), sealed);
  return opened === 'erased' ? erasedWords : Words.parse(opened);
}

async function reviewOf(parts: ReviewReader, record: ReviewRecord) {
  const { id, rating, createdAt } = record;
  return { _id: id, rating, ...(await wordsOf(parts, record)), createdAt: new Date(createdAt).toISOString() };
}

/** What reviews are kept with. */
export interface ReviewParts extends ReviewReader {
  redis: RedisClient;
  /** Whether a person may write only some in a day; false in load tests. */
  isLimited: boolean;
}

/**
 * Stores a review under the `name` of its author, once for each idempotency key of a person, and answers its id. Throws `OrderRejectedError`
 * KEY_REUSED when the key was used for another review, ProblemError TOO_MANY_REVIEWS, and `PersonErasedError`.
 */
export async function addReview(
  parts: ReviewParts,
  by: Pick<Person, 'uid' | 'emailVerified'>,
  name: string,
  { rating, reviews }: NewReview,
  idempotencyKey: string = randomUUID(),
): Promise<string> {
  const { redis, personal, isLimited } = parts;
  const { uid } = by;
  const id = `rev_${hash('sha256', `${uid}\0${idempotencyKey}`).slice(0, 24)}`;
  const key = redisKeys.review(id);
  const find = () => redis.run((connection) => connection.get(key));
  const sealed = await personal.sealFor(uid, contextOf(id), { name, reviews });
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

const daySeconds = 24 * 3_600;

/** Counts a review for its author's day. A repeat, which has the same id, counts once. Throws ProblemError TOO_MANY_REVIEWS. */
async function countReview(
  redis: RedisClient,
  { uid, emailVerified }: Pick<Person, 'uid' | 'emailVerified'>,
  id: string,
): Promise<void> {
  const most = emailVerified ? 5 : 2;
  const key = redisKeys.lease(`reviews:${uid}`);
  const count = await redis.run(async (connection) => {
    await connection.sAdd(key, id);
    await connection.expire(key, daySeconds, 'NX');
    return connection.sCard(key);
  });
  if (count <= most) return;
  await redis.run((connection) => connection.sRem(key, id));
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
  const records = stored
    .slice(0, limit)
    .filter((value) => value !== null)
    .map(recordOf);
  const read = await Promise.all(records.map((record) => reviewOf(parts, record).catch(unreadable)));
  const reviews = read.filter((review) => review !== null);
  const last = stored.length > limit ? records.at(-1) : undefined;
  const nextCursor = last ? new Date(last.createdAt).toISOString() : null;
  return { reviews, nextCursor, isWhole: reviews.length === records.length };
}

/** Passes over a review whose author's key is missing, which an alarm tells already. Throws every other error. */
function unreadable(error: unknown) {
  if (isProblemError(error) && error.code === 'KEY_MISSING') return null;
  throw error;
}

/**
 * Hides a review from everybody, or shows it again, after the audit has noted it. Answers whether it was otherwise before.
 * Throws ProblemError NOT_FOUND.
 */
export async function hideReview(
  redis: RedisClient,
  by: AuditOrigin,
  id: string,
  hidden: boolean,
): Promise<boolean> {
  const score = await redis.run((connection) => connection.zScore(redisKeys.reviews, id));
  if (score === null) throw new ProblemError('NOT_FOUND', `There is no review ${id}.`);
  if (score < 0 === hidden) return false;
  await recordAudit(redis, by, { kind: hidden ? 'review.hidden' : 'review.shown', subject: id });
  const entry = { score: -score, value: id };
  await redis.run((connection) => connection.zAdd(redisKeys.reviews, entry, { condition: 'XX' }));
  return true;
}

const perRead = 500;

/**
 * Reads all reviews of some accounts, newest first. No index knows whose a review is, so it looks at all of them, a part at a time.
 * Throws ProblemError KEY_MISSING.
 */
export async function reviewsOf(parts: ReviewReader, accounts: ReadonlySet<string>): Promise<Review[]> {
  const { redis } = parts;
  const found: Review[] = [];
  for (let from = 0; ; from += perRead) {
    const ids = await redis.run((connection) =>
      connection.zRange(redisKeys.reviews, from, from + perRead - 1, { REV: true }),
    );
    if (ids.length === 0) return found;
    const stored = await redis.run((connection) => connection.mGet(ids.map((id) => redisKeys.review(id))));
    for (const value of stored) {
      const record = value === null ? null : recordOf(String(value));
      if (record !== null && accounts.has(record.uid)) found.push(await reviewOf(parts, record));
    }
  }
}
