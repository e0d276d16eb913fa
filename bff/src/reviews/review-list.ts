import { commandsOf, type OrderLog, redisKeys } from '@karigar/events';
import { LRUCache } from 'lru-cache';
import { encodedText } from '../http/encoded-text.ts';
import { watchedReader } from '../tools/watched-reader.ts';
import { type ReviewReader, ratingOf, reviewPage, type WantedReviews } from './review-records.ts';

/** The reviews that everybody sees, in memory and read again when one of them changes or a person is erased. */
export type ReviewList = ReturnType<typeof openReviewList>;

/** A review that was added or changed, and the tool that it is of. */
export interface TouchedReview {
  id: string;
  toolId?: string | undefined;
}

/** How many pages are in memory at most. */
const mostPages = 100;

/** Opens the public list; `timeoutMs` bounds one reading. */
export function openReviewList({
  primary,
  timeoutMs,
  personal,
  erased,
}: { primary: OrderLog['primary']; timeoutMs: number } & Required<Omit<ReviewReader, 'redis'>>) {
  let erasedThen = erased.size;
  const forget = () => pages.clear();
  const reader = watchedReader({ primary, timeoutMs, onChange: forget });
  const redis = { run: reader.read, commands: commandsOf(reader.read) };
  const load = async (wanted: WantedReviews) => {
    const parts = { redis, personal, erased };
    const { toolId } = wanted;
    const [{ reviews, nextCursor, isWhole }, rating] = await Promise.all([
      reviewPage(parts, wanted),
      toolId === undefined ? null : ratingOf(parts, toolId),
    ]);
    const headers: Record<string, string> = nextCursor === null ? {} : { 'X-Next-Cursor': nextCursor };
    const body = toolId === undefined ? reviews : { rating, reviews };
    return { json: encodedText(JSON.stringify(body)), headers, isWhole, rating };
  };
  // Invented cursors evict each other, not the pages that people read.
  const pages = new LRUCache<string, ReturnType<typeof load>>({ max: mostPages });
  return {
    /** Gives a page as it is now; with the rating of the tool, where one is wanted. Throws `LogUnavailableError` when it has to be read and cannot. */
    page(wanted: WantedReviews): ReturnType<typeof load> {
      if (erased.size !== erasedThen) {
        erasedThen = erased.size;
        forget();
      }
      const key = JSON.stringify(wanted);
      const known = pages.get(key);
      if (known !== undefined) return known;
      const reading = load(wanted);
      pages.set(key, reading);
      const drop = () => pages.peek(key) === reading && pages.delete(key);
      // What cannot be read now may be read later.
      reading.then(({ isWhole }) => isWhole || drop(), drop);
      return reading;
    },
    /** Takes note that this process has just changed a review, so that its own next reader sees the change. */
    touch({ id, toolId }: TouchedReview): void {
      const ofTool = toolId === undefined ? [] : [redisKeys.reviewsOf(toolId)];
      reader.forget([redisKeys.reviews, redisKeys.review(id), ...ofTool]);
      forget();
    },
    /** Reads all anew: the store may be another one. */
    renew: reader.renew,
    close: reader.close,
  };
}
