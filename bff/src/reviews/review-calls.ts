import { privateJson } from '../http/answers.ts';
import { adminOf, type Handlers } from '../http/call.ts';
import { answerEncoded } from '../http/encoded-text.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import type { ProfileRecords } from '../people/profile-records.ts';
import type { ReviewList } from './review-list.ts';
import { addReview, hideReview, type ReviewParts, reviewPage } from './review-records.ts';

/** The calls about reviews. */
export function reviewCalls(
  parts: Required<ReviewParts> & {
    profiles: Pick<ProfileRecords, 'of'>;
    list: ReviewList;
  },
) {
  const { redis, list } = parts;
  return {
    async 'GET /reviews'({ c, query }) {
      const { json, headers } = await list.page(query);
      return answerEncoded(c, json, headers);
    },
    async 'GET /reviews/hidden'({ query }) {
      const { reviews, nextCursor } = await reviewPage(parts, { ...query, hidden: true });
      return privateJson(reviews, 200, nextCursor === null ? {} : { 'X-Next-Cursor': nextCursor });
    },
    async 'PUT /reviews/:id'({ c, params, person, body: { hidden } }) {
      const changed = await hideReview(redis, adminOf(c, person), params.id, hidden);
      list.touch();
      return privateJson({ modifiedCount: changed ? 1 : 0 });
    },
    async 'POST /reviews'({ c, person, body }) {
      const [profile] = person.name ? [] : await parts.profiles.of(await person.accounts());
      const name = person.name || profile?.name || 'A customer';
      const insertedId = await addReview(parts, person, name, body, idempotencyKeyOf(c));
      list.touch();
      return privateJson({ insertedId }, 201);
    },
  } satisfies Partial<Handlers>;
}
