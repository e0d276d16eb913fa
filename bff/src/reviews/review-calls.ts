import { z } from 'zod';
import { Inserted } from '../contracts/order.ts';
import { NewReview, Review } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { answerGzipJson, type GzipJson, gzipJson } from '../http/gzip-json.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import type { ProfileRecords } from '../people/profile-records.ts';
import { addReview, newestReviews, type ReviewParts } from './review-records.ts';

/** The calls about reviews. */
export function reviewCalls(
  parts: ReviewParts & { readonly profiles: Pick<ProfileRecords, 'find'> },
): Call[] {
  let latest: { text: string; json: GzipJson } | null = null;
  return [
    defineCall({
      method: 'get',
      path: '/reviews',
      summary: 'The newest reviews (at most 500), newest first, with a strong ETag',
      access: 'anyone',
      limit: 'catalogue',
      answers: {
        200: { description: 'Reviews', schema: z.array(Review) },
        304: { description: 'The client has these bytes already' },
      },
      problems: [],
      async handle({ c }) {
        const text = JSON.stringify(await newestReviews(parts));
        // Caches the compressed list: it rarely changes, and compressing costs more than reading.
        if (latest?.text !== text) latest = { text, json: gzipJson(text) };
        return answerGzipJson(c, latest.json);
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
      problems: ['KEY_REUSED'],
      async handle({ c, person, body }) {
        const profile = person.name ? null : await parts.profiles.find(await person.accounts());
        const name = person.name || profile?.name || 'A customer';
        const insertedId = await addReview(parts, { uid: person.uid, name }, body, idempotencyKeyOf(c));
        return privateJson(c, { insertedId }, 201);
      },
    }),
  ];
}
