import { describe, expect, it } from 'vitest';
import { emptyReview, reviewRules } from './add-review-page.tsx';

describe('a review', () => {
  it('begins with five stars', () => {
    expect(emptyReview.rating).toBe('5');
  });

  it('needs a description of at most 1000 characters', () => {
    expect(reviewRules.reviews('  ')).toBe('Review description is required');
    expect(reviewRules.reviews('a'.repeat(1001))).toBe('Use at most 1000 characters');
    expect(reviewRules.reviews('\u200b\u2800')).toBe('Review description is required');
    expect(reviewRules.reviews('ভালো')).toBeNull();
  });
});
