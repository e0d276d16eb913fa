import { type RedisClient, redisKeys } from '@karigar/events';
import { z } from 'zod';
import { int, number, string } from '../contracts/fields.ts';
import { HidingReason, type Rating, type Review } from '../contracts/people.ts';
import type { ErasedPersons } from '../identity/person.ts';
import { type Personal, whereKeyIsMissing } from '../personal/personal.ts';

/** A review as stored. */
const ReviewRecord = z.object({
  id: string,
  uid: string,
  rating: int,
  createdAt: number,
  /** Who says what. */
  sealed: string,
  toolId: string.optional(),
  /** Whether its author had bought the tool by then. */
  verified: z.boolean().default(false),
  /** Why admins hide it; absent while everybody sees it. */
  hiddenFor: HidingReason.optional(),
  /** The shop's answer: sealed with the key of the review's author, whom it may name. */
  reply: z.object({ at: number, sealed: string }).optional(),
});
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** What of a review is its author's: it goes with them. */
const Words = z.object({ name: string, reviews: string });
/** Stands in the place of an author who was erased; the stars stay. */
const erasedWords: z.infer<typeof Words> = { name: 'A customer', reviews: '' };
const Reply = z.object({ text: string });

/** What the texts of a review are sealed for. */
export const contextOf = (id: string) => `review/1 ${id}`;
export const replyContextOf = (id: string) => `review-reply/1 ${id}`;

/** Reads a stored review. */
export const recordOf = (stored: string): ReviewRecord => ReviewRecord.parse(JSON.parse(stored));

/** What reviews are read with. */
export interface ReviewReader {
  redis: Pick<RedisClient, 'run' | 'commands'>;
  personal: Personal;
  /** Whose words are gone, whether or not their key is destroyed yet. */
  erased?: ErasedPersons;
}

const openText = ({ personal, erased }: ReviewReader, uid: string, context: string, sealed: string) =>
  erased?.has(uid) ? 'erased' : personal.openFor(uid, context, sealed);

/** Opens what the author wrote. Throws ProblemError KEY_MISSING. */
export async function wordsOf(parts: ReviewReader, { id, uid, sealed }: ReviewRecord) {
  const opened = await openText(parts, uid, contextOf(id), sealed);
  return opened === 'erased' ? erasedWords : Words.parse(opened);
}

/** Opens the shop's answer; null for none, also where its review's author was erased. Throws ProblemError KEY_MISSING. */
export async function replyOf(parts: ReviewReader, { id, uid, reply }: ReviewRecord) {
  if (reply === undefined) return null;
  const opened = await openText(parts, uid, replyContextOf(id), reply.sealed);
  return opened === 'erased'
    ? null
    : { text: Reply.parse(opened).text, at: new Date(reply.at).toISOString() };
}

async function reviewOf(parts: ReviewReader, record: ReviewRecord): Promise<Review> {
  const { id, rating, createdAt, toolId = null, verified } = record;
  return {
    _id: id,
    rating,
    ...(await wordsOf(parts, record)),
    createdAt: new Date(createdAt).toISOString(),
    toolId,
    verified,
    reply: await replyOf(parts, record),
  };
}

/** Which reviews of a list: at most `limit`, written before `cursor`, of one tool or of everything; those that everybody sees, or the hidden ones. */
export interface WantedReviews {
  limit: number;
  cursor?: string | undefined;
  toolId?: string;
  hidden?: boolean;
}

/**
 * Reads one page of reviews, newest first, hidden ones with why they are hidden, and the cursor of the next page; null on the last. Leaves
 * out what cannot be read right now, because one lost key must not hide what others say: then `isWhole` is false.
 */
export async function reviewPage(
  parts: ReviewReader,
  { limit, cursor, toolId, hidden = false }: WantedReviews,
) {
  // The score is the time of the review, below zero while it is hidden.
  const before = cursor === undefined ? 'inf' : Date.parse(cursor);
  const from = `${cursor === undefined ? '' : '('}${hidden ? '-' : '+'}${before}`;
  const order = hidden ? {} : ({ REV: true } as const);
  const key = toolId === undefined ? redisKeys.reviews : redisKeys.reviewsOf(toolId);
  const stored = await parts.redis.run(async (connection) => {
    const LIMIT = { offset: 0, count: limit + 1 };
    const members = await connection.zRange(key, from, '(0', { BY: 'SCORE', LIMIT, ...order });
    const ids = members.map((member) => member.slice(member.indexOf(' ') + 1));
    return Promise.all(ids.map((id) => connection.get(redisKeys.review(id))));
  });
  const records = stored
    .slice(0, limit)
    .filter((value) => value !== null)
    .map(recordOf);
  // A record is changed before the lists are.
  const meant = records.filter(({ hiddenFor }) => (hiddenFor !== undefined) === hidden);
  const opened = await Promise.all(
    meant.map((record) =>
      reviewOf(parts, record).then(
        (review) => ({ ...review, ...(hidden && { reason: record.hiddenFor }) }),
        whereKeyIsMissing(null),
      ),
    ),
  );
  const reviews = opened.filter((review) => review !== null);
  const last = stored.length > limit ? records.at(-1) : undefined;
  const nextCursor = last ? new Date(last.createdAt).toISOString() : null;
  return { reviews, nextCursor, isWhole: reviews.length === meant.length };
}

/** Reads the rating of a tool from all of its reviews that everybody sees; null while there are none. */
export async function ratingOf(
  { redis }: Pick<ReviewReader, 'redis'>,
  toolId: string,
): Promise<Rating | null> {
  const members = await redis.commands.zRange(redisKeys.reviewsOf(toolId), '(0', 'inf', { BY: 'SCORE' });
  const count = members.length;
  if (count === 0) return null;
  const sum = members.reduce((total, member) => total + Number.parseInt(member, 10), 0);
  return { average: Math.round((sum * 10) / count) / 10, count };
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
    const ids = await redis.commands.zRange(redisKeys.reviews, from, from + perRead - 1, { REV: true });
    if (ids.length === 0) return found;
    const stored = await redis.commands.mGet(ids.map((id) => redisKeys.review(id)));
    for (const value of stored) {
      const record = value === null ? null : recordOf(String(value));
      if (record !== null && accounts.has(record.uid)) found.push(await reviewOf(parts, record));
    }
  }
}
