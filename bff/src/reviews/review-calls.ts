import { z } from 'zod';
import { recordAudit } from '../audit.ts';
import { listPage } from '../contracts/fields.ts';
import { Inserted, Modified } from '../contracts/order.ts';
import { NewReview, Review, ReviewEdit } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { adminOf, type Call, defineCall, pathParam } from '../http/call.ts';
import { answerEncoded } from '../http/encoded-text.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import type { ProfileRecords } from '../people/profile-records.ts';
import type { ReviewList } from './review-list.ts';
import { addReview, hideReview, type ReviewParts, reviewPage } from './review-records.ts';

const ReviewQuery = listPage(50);

/** The calls about reviews. */
export function reviewCalls(
  parts: Required<ReviewParts> & {
    readonly profiles: Pick<ProfileRecords, 'of'>;
    readonly list: ReviewList;
  },
): Call[] {
  const { redis, list } = parts;
  return [
    defineCall({
      method: 'get',
      path: '/reviews',
      summary: 'The newest 50 reviews, newest first, with a strong ETag. `X-Next-Cursor` leads to older ones',
      access: 'anyone',
      limit: 'catalogue',
      query: ReviewQuery,
      answers: {
        200: { description: 'Reviews', schema: z.array(Review) },
        304: { description: 'The client has these bytes already' },
      },
      problems: [],
      async handle({ c, query }) {
        const { json, headers } = await list.page(query);
        return answerEncoded(c, json, headers);
      },
    }),
    defineCall({
      method: 'get',
      path: '/reviews/hidden',
      summary: 'The newest 50 reviews that are hidden, newest first. `X-Next-Cursor` leads to older ones',
      access: 'admin',
      limit: 'read',
      query: ReviewQuery,
      answers: { 200: { description: 'Reviews', schema: z.array(Review) } },
      problems: [],
      async handle({ query }) {
        const { reviews, nextCursor } = await reviewPage(parts, { ...query, hidden: true });
        return privateJson(reviews, 200, nextCursor === null ? {} : { 'X-Next-Cursor': nextCursor });
      },
    }),
    defineCall({
      method: 'put',
      path: '/reviews/:id',
      summary: 'Hides a review from everybody, or shows it again',
      access: 'admin',
      limit: 'write',
      body: ReviewEdit,
      answers: { 200: { description: 'Whether anything changed', schema: Modified } },
      problems: ['NOT_FOUND'],
      async handle({ c, person, body: { hidden } }) {
        const subject = pathParam(c, 'id');
        const action = { kind: hidden ? 'review.hidden' : 'review.shown', subject };
        const changed = await hideReview(redis, subject, hidden, () =>
          recordAudit(redis, adminOf(c, person), action),
        );
        list.touch();
        return privateJson({ modifiedCount: changed ? 1 : 0 });
      },
    }),
    defineCall({
      method: 'post',
      path: '/reviews',
      summary: 'Adds a review. Repeating it with its Idempotency-Key is harmless',
      access: 'signed-in',
      limit: 'write',
      body: NewReview,
      answers: { 201: { description: 'The id of the review', schema: Inserted } },
      problems: ['KEY_REUSED', 'TOO_MANY_REVIEWS'],
      async handle({ c, person, body }) {
        const [profile] = person.name ? [] : await parts.profiles.of(await person.accounts());
        const name = person.name || profile?.name || 'A customer';
        const by = { uid: person.uid, name, emailVerified: person.emailVerified };
        const insertedId = await addReview(parts, by, body, idempotencyKeyOf(c));
        list.touch();
        return privateJson({ insertedId }, 201);
      },
    }),
  ];
}
