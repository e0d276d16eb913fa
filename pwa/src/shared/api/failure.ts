import type { Problem, ProblemCode } from '@karigar/bff/contracts';

/** A refusal that the server spelled out. `retryAfter` is in seconds, when the server named one. */
export class ApiProblem extends Error {
  readonly problem: Problem;
  readonly retryAfter: number | null;
  constructor(problem: Problem, retryAfter: number | null = null) {
    super(problem.detail || problem.title);
    this.name = 'ApiProblem';
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** No usable answer came: whether the server did anything is unknown. */
export class NoAnswerError extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'unreadable';
  constructor(reason: NoAnswerError['reason'], cause?: unknown) {
    super(reason === 'timeout' ? 'The shop took too long to answer.' : 'We can’t reach the shop right now.', {
      cause,
    });
    this.name = 'NoAnswerError';
    this.reason = reason;
  }
}

/** The shop has answered again, and it has not done what was sent before. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
  override readonly message = 'Please try again.';
}

/** What a call to the API can fail with. */
export type Failure = ApiProblem | NoAnswerError;

/** Tells a failed call from a fault in our own code. */
export const isFailure = (error: unknown): error is Failure =>
  error instanceof ApiProblem || error instanceof NoAnswerError;

/** Whether the error is a refusal with one of these codes. */
export const hasCode = (error: unknown, ...codes: ProblemCode[]): error is ApiProblem =>
  error instanceof ApiProblem && codes.includes(error.problem.code);

/** Whether the shop says that there is no such order (any more). */
export const isGone = (error: unknown): error is ApiProblem =>
  hasCode(error, 'ORDER_NOT_FOUND', 'ORDER_GONE', 'NOT_FOUND');

/** The server's word about the field that it refuses, else about the whole. */
export const refusalText = (error: unknown): string =>
  (error instanceof ApiProblem ? error.problem.errors?.[0]?.message : undefined) ?? failureText(error);

/** A sentence for a person; faults of our own code never leak their text. */
export function failureText(error: unknown): string {
  if (error instanceof ApiProblem) return error.problem.detail || error.problem.title;
  if (error instanceof NoAnswerError || error instanceof NotDoneError) return error.message;
  return 'Something went wrong on this page.';
}
