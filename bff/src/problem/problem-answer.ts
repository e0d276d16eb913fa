import type { Problem } from '../contracts/problem.ts';
import type { ProblemError } from './problem-error.ts';

/** A refusal as it goes over the wire. */
export interface ProblemAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Makes the `application/problem+json` answer (RFC 9457) of a refusal: never stored, with `Retry-After` where waiting helps.
 * `requestId` is empty for what was refused before it became a request.
 */
export function problemAnswer(error: ProblemError, requestId = ''): ProblemAnswer {
  const { code, status, extras } = error;
  const retryAfter = extras.retryAfter ?? (status === 503 ? 2 : undefined);
  const body: Problem = {
    type: `/api/docs#${code}`,
    title: titleOf(code),
    status,
    detail: error.message,
    code,
    requestId,
    ...(extras.errors ? { errors: [...extras.errors] } : {}),
    ...(extras.allowed ? { allowed: [...extras.allowed] } : {}),
    ...extras.members,
  };
  return {
    status,
    headers: {
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...(extras.allowed ? { Allow: extras.allowed.join(', ') } : {}),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify(body),
  };
}

/** Writes `OUT_OF_STOCK` as "Out of stock". */
const titleOf = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
