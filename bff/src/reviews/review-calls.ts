import { privatePage } from '../http/answers.ts';
import { type Handlers, staffOf } from '../http/call.ts';
import { answerEncoded } from '../http/encoded-text.ts';
import { idempotencyKeyOf } from '../http/request-header.ts';
import type { ProfileRecords } from '../people/profile-records.ts';
import { ProblemError } from '../problem/problem-error.ts';
import type { ReviewList } from './review-list.ts';
import { reviewPage } from './review-records.ts';
import {
  addReview,
  answerReview,
  type ChangedReview,
  hideReview,
  type ReviewParts,
} from './write-reviews.ts';

/** The calls about reviews. */
export function reviewCalls(
  parts: Required<ReviewParts> & {
    profiles: Pick<ProfileRecords, 'of'>;
    list: ReviewList;
  },
) {
  const { redis, list } = parts;
  const modified = ({ record, changed }: ChangedReview) => {
    list.touch(record);
    return { modifiedCount: changed ? 1 : 0 };
  };
  return {
    async 'GET /reviews'({ c, query }) {
      const { json, headers } = await list.page(query);
      return answerEncoded(c, json, headers);
    },
    async 'GET /tools/:id/reviews'({ c, params: { id: toolId }, query }) {
      // Pages of invented tools take no place in memory.
      if (!(await parts.isTool(toolId))) throw new ProblemError('TOOL_NOT_FOUND', 'There is no such tool.');
      const { json, headers } = await list.page({ ...query, toolId });
      return answerEncoded(c, json, headers);
    },
    async 'GET /reviews/hidden'({ query }) {
      const { reviews, nextCursor } = await reviewPage(parts, { ...query, hidden: true });
      return privatePage(reviews, { nextCursor });
    },
    async 'PUT /reviews/:id'({ c, params, person, body: { hidden, reason } }) {
      const why = hidden ? (reason ?? 'other') : null;
      return modified(await hideReview(redis, await staffOf(c, person, 'editor'), params.id, why));
    },
    async 'PUT /reviews/:id/reply'({ c, params, person, body: { text } }) {
      return modified(await answerReview(parts, await staffOf(c, person, 'editor'), params.id, text));
    },
    async 'DELETE /reviews/:id/reply'({ c, params, person }) {
      return modified(await answerReview(parts, await staffOf(c, person, 'editor'), params.id, null));
    },
    async 'POST /reviews'({ c, person, body }) {
      const [profile] = person.name ? [] : await parts.profiles.of(await person.accounts());
      const name = person.name || profile?.name || 'A customer';
      const insertedId = await addReview(parts, person, name, body, idempotencyKeyOf(c));
      list.touch({ id: insertedId, toolId: body.toolId });
      return { insertedId };
    },
  } satisfies Partial<Handlers>;
}
