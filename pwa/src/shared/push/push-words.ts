import { isFailure } from '../api/failure.ts';

/** Why this browser tells nothing, and who can change that. */
export const blockedWords =
  'Your browser blocks notifications from this shop. Allow them in your browser’s site settings, then come back.';

/** What to do when notifications could not be switched (`isUnreached`). */
export const unreachedWords = 'That didn’t work. Check your connection and try again later.';

/** Tells whether notifications could not be switched because the shop or the browser's push service was out of reach; else it is a fault of the page. */
export const isUnreached = (error: unknown): boolean => isFailure(error) || error instanceof DOMException;
