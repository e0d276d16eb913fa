import type { Problem } from '../contracts/problem.ts';
import type { ProblemError } from './problem-error.ts';

/**
 * Makes the `application/problem+json` answer (RFC 9457) of a refusal: never stored, with `Retry-After` where waiting helps.
 * `requestId` is empty for what was refused before it became a request.
 */
export function problemAnswer(error: ProblemError, requestId = '') {
  const { code, status, extras } = error;
  const retryAfter = extras.retryAfter ?? (status === 503 ? 2 : undefined);
  const body: Problem = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status,
    detail: error.message,
    code,
    requestId,
    errors: extras.errors,
    allowed: extras.allowed,
    ...extras.members,
  };
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  if (retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter)));
  if (extras.allowed) headers.Allow = extras.allowed.join(', ');
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  return { status, headers, body: JSON.stringify(body) };
}

/** Writes `OUT_OF_STOCK` as "Out of stock". */
const titleOf = (code: string) => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
