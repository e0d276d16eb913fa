import type { NewReview } from '@karigar/bff/contracts';
import { longest, paragraphs } from '@karigar/bff/written-text';
import { requiredText } from '../../shared/fields/text-rules.ts';
import { messages } from '../../shared/messages.ts';

/** A review as it is typed; `rating` is one of '1' to '5'. */
export interface ReviewDraft {
  rating: string;
  reviews: string;
}

/** What the form begins with: five stars, no text. */
export const emptyReview: ReviewDraft = { rating: '5', reviews: '' };

/** Rules of the review form, with the length that the shop takes. */
export const reviewRules = {
  reviews: requiredText(messages.reviews.descriptionRequired, longest.review, paragraphs),
};

/** Makes what is sent of what is typed. */
export const reviewOf = ({ rating, reviews }: ReviewDraft): NewReview => ({
  rating: Number(rating),
  reviews: paragraphs(reviews),
});

/** Tells whether the form still says what this review says. */
export const isSameReview = (typed: ReviewDraft, { rating, reviews }: NewReview): boolean =>
  Number(typed.rating) === rating && paragraphs(typed.reviews) === reviews;
