import { hash, randomUUID } from 'node:crypto';
import { type OrderLog, OrderRejectedError, type RedisClient, redisKeys } from '@karigar/events';
import { type AuditAction, type AuditOrigin, changeAudited } from '../audit.ts';
import type { HidingReason, NewReview } from '../contracts/people.ts';
import type { Person } from '../identity/person.ts';
import { orderPages } from '../payments/payment-parts.ts';
import { isProblemError, ProblemError } from '../problem/problem-error.ts';
import { laterTime } from '../tools/tool-records.ts';
import {
  contextOf,
  type ReviewReader,
  type ReviewRecord,
  recordOf,
  replyContextOf,
  replyOf,
  wordsOf,
} from './review-records.ts';

/** What reviews are kept with. */
export interface ReviewParts extends ReviewReader {
  redis: RedisClient;
  log: Pick<OrderLog, 'orders'>;
  /** Whether there is a tool of this id, or was one. */
  isTool(id: string): Promise<boolean>;
  /** Whether a person may write only some in a day; false in load tests. */
  isLimited: boolean;
}

/** Who writes a review: their accounts tell what they have bought. */
type Author = Pick<Person, 'uid' | 'emailVerified' | 'accounts'>;

/**
 * Stores a review under the `name` of its author, once for each idempotency key of a person, and answers its id. Throws `OrderRejectedError`
 * KEY_REUSED when the key was used for another review, ProblemError TOOL_NOT_FOUND, TOO_MANY_REVIEWS and PERSON_ERASED.
 */
export async function addReview(
  parts: ReviewParts,
  by: Author,
  name: string,
  { rating, reviews, toolId }: NewReview,
  idempotencyKey: string = randomUUID(),
): Promise<string> {
  const { redis, personal, isLimited } = parts;
  const { uid } = by;
  const id = `rev_${hash('sha256', `${uid}\0${idempotencyKey}`).slice(0, 24)}`;
  const key = redisKeys.review(id);
  const find = () => redis.commands.get(key);
  const sealed = await personal.sealFor(uid, contextOf(id), { name, reviews });
  if ((await find()) === null) {
    if (toolId !== undefined && !(await parts.isTool(toolId)))
      throw new ProblemError(
        'TOOL_NOT_FOUND',
        'There is no such tool. Open it in the shop and review it from there.',
      );
    const verified = toolId !== undefined && (await hasBought(parts, by, toolId));
    if (isLimited) await countReview(redis, by, id);
    const record: ReviewRecord = { id, uid, rating, createdAt: laterTime(), sealed, toolId, verified };
    await redis.compareAndSet(key, null, JSON.stringify(record));
  }
  const stored = recordOf((await find()) ?? '');
  const isSame = stored.rating === rating && stored.toolId === toolId;
  if (!isSame || (await wordsOf(parts, stored)).reviews !== reviews)
    throw new OrderRejectedError('KEY_REUSED');
  // Lists it on a repeat as well: the first try may have ended between the two writes.
  await list(redis, stored, 'NX');
  return id;
}

/** Whether one of the person's orders of a tool is paid or shipped; one that was refunded does not count. */
async function hasBought({ log }: ReviewParts, by: Author, toolId: string): Promise<boolean> {
  const bought = { uids: await by.accounts(), states: ['paid', 'shipped'] as const };
  for await (const orders of orderPages(log, bought))
    if (orders.some((order) => order.toolId === toolId)) return true;
  return false;
}

/** Puts a review into the lists in one step. Its score is its time, below zero while it is hidden. */
async function list(
  redis: RedisClient,
  { id, rating, createdAt, toolId, hiddenFor }: ReviewRecord,
  condition: 'NX' | 'XX',
): Promise<void> {
  const score = hiddenFor === undefined ? createdAt : -createdAt;
  await redis.run((connection) => {
    const lists = connection.multi().zAdd(redisKeys.reviews, { score, value: id }, { condition });
    if (toolId !== undefined)
      lists.zAdd(redisKeys.reviewsOf(toolId), { score, value: `${rating} ${id}` }, { condition });
    return lists.exec();
  });
}

const daySeconds = 24 * 3_600;

/** Counts a review for its author's day. A repeat, which has the same id, counts once. Throws ProblemError TOO_MANY_REVIEWS. */
async function countReview(redis: RedisClient, { uid, emailVerified }: Author, id: string): Promise<void> {
  const most = emailVerified ? 5 : 2;
  const key = redisKeys.lease(`reviews:${uid}`);
  const count = await redis.run(async (connection) => {
    await connection.sAdd(key, id);
    await connection.expire(key, daySeconds, 'NX');
    return connection.sCard(key);
  });
  if (count <= most) return;
  await redis.commands.sRem(key, id);
  throw new ProblemError(
    'TOO_MANY_REVIEWS',
    `You can write ${most} reviews a day${emailVerified ? '' : ' until your email address is confirmed'}. Send this one again tomorrow.`,
  );
}

/** A review after a change; `changed` false: it was so before. */
export interface ChangedReview {
  record: ReviewRecord;
  changed: boolean;
}

/**
 * Changes a review and records the action, whose subject it is, in one step; `change` gives null where the review is so already. Throws
 * ProblemError NOT_FOUND.
 */
async function changeReview(
  redis: RedisClient,
  by: AuditOrigin,
  action: AuditAction,
  change: (record: ReviewRecord) => Promise<ReviewRecord | null>,
): Promise<ChangedReview> {
  const key = redisKeys.review(action.subject);
  for (;;) {
    const seen = await redis.commands.get(key);
    if (seen === null) throw new ProblemError('NOT_FOUND', `There is no review ${action.subject}.`);
    const next = await change(recordOf(seen));
    if (next === null) return { record: recordOf(seen), changed: false };
    const written = [{ key, seen, value: JSON.stringify(next) }];
    if (await changeAudited(redis, written, by, action)) return { record: next, changed: true };
  }
}

/**
 * Hides a review from everybody for a reason, or shows it again (null). Gives the review, and whether it was otherwise before.
 * Throws ProblemError NOT_FOUND.
 */
export async function hideReview(
  redis: RedisClient,
  by: AuditOrigin,
  id: string,
  reason: HidingReason | null,
): Promise<ChangedReview> {
  const action =
    reason === null
      ? { kind: 'review.shown', subject: id }
      : { kind: 'review.hidden', subject: id, detail: { after: { reason } } };
  const done = await changeReview(redis, by, action, async ({ hiddenFor, ...shown }) => {
    if ((hiddenFor ?? null) === reason) return null;
    return reason === null ? shown : { ...shown, hiddenFor: reason };
  });
  // Also where nothing changed: the first try may have ended between the two writes.
  await list(redis, done.record, 'XX');
  return done;
}

/**
 * Answers a review publicly, changes the answer, or takes it away (null). Gives the review, and whether it was otherwise before.
 * Throws ProblemError NOT_FOUND, also where the review's author was erased, and KEY_MISSING.
 */
export async function answerReview(
  parts: ReviewReader & Pick<ReviewParts, 'redis'>,
  by: AuditOrigin,
  id: string,
  text: string | null,
): Promise<ChangedReview> {
  const { redis, personal, erased } = parts;
  const seal = (uid: string) =>
    erased?.has(uid) ? gone() : personal.sealFor(uid, replyContextOf(id), { text }).catch(gone);
  const kind = text === null ? 'review.answer-removed' : 'review.answered';
  return changeReview(redis, by, { kind, subject: id }, async ({ reply, ...rest }) => {
    if (text === null) return reply === undefined ? null : rest;
    const held = await replyOf(parts, { reply, ...rest });
    if (held?.text === text) return null;
    return { ...rest, reply: { at: reply?.at ?? Date.now(), sealed: await seal(rest.uid) } };
  });
}

/** The author of the review was erased: what admins get must not look like an end of their own session. */
function gone(error?: unknown): never {
  if (error !== undefined && !isProblemError(error, 'PERSON_ERASED')) throw error;
  throw new ProblemError(
    'NOT_FOUND',
    'The author of this review has left the shop, so it cannot be answered.',
  );
}
