import { ProblemError } from '../problem/problem-error.ts';

/** Compares 1.9.0 and 1.10.0 as numbers, part by part. */
const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * Refuses pages of a release that is too old to work with this server. A client that names no version (the old shop's)
 * is let through. Throws ProblemError 426.
 */
export function checkClientVersion(given: string | undefined, minimum: string | null): void {
  if (minimum === null || given === undefined) return;
  const version = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})/.exec(given)?.[1];
  if (version === undefined || byNumber.compare(version, minimum) >= 0) return;
  const message = 'There’s a new version of the shop. Reload the page to continue.';
  throw new ProblemError('CLIENT_TOO_OLD', message, { members: { minimum } });
}
