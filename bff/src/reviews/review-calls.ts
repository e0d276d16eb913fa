import { z } from 'zod';
import { Inserted } from '../contracts/order.ts';
import { NewReview, Review } from '../contracts/people.ts';
import { privateJson } from '../http/answers.ts';
import { type Call, defineCall } from '../http/call.ts';
import { answerGzipText, type GzipText, gzipText } from '../http/gzip-text.ts';
import { idempotencyKeyOf } from '../http/idempotency-key.ts';
import type { ProfileRecords } from '../people/profile-records.ts';
import { addReview, newestStored, openReviews, type ReviewParts } from './review-records.ts';

/** The calls about reviews. */
export function reviewCalls(
  parts: Required<ReviewParts> & { readonly profiles: Pick<ProfileRecords, 'find'> },
): Call[] {
  const { redis, erased } = parts;
  let latest: { version: string; json: GzipText } | null = null;
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
        const stored = await newestStored(redis);
        // Opens and compresses them once: they change with a review or an erasure, and everybody reads them.
        const version = [erased.size, ...stored].join('\n');
        if (latest?.version === version) return answerGzipText(c, latest.json);
        const reviews = await openReviews(parts, stored);
        const json = gzipText(JSON.stringify(reviews));
        // One that cannot be read now may be read later.
        if (reviews.length === stored.length) latest = { version, json };
        return answerGzipText(c, json);
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
        return privateJson({ insertedId }, 201);
      },
    }),
  ];
}
