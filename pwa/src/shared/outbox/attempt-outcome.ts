import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import type { AttemptOutcome, Refusal } from '../saved/outbox-entry.ts';

/**
 * What a failed attempt means. Only a refusal that the shop itself spelled out is definite; a broken connection, a
 * timeout or a fault of the server leaves the outcome unknown. Faults of our own code are thrown on.
 */
export function outcomeOfFailure(error: unknown): AttemptOutcome {
  if (error instanceof NoAnswerError) return delayed('no-answer');
  if (!(error instanceof ApiProblem)) throw error;
  const { status, code } = error.problem;
  if (status === 401) return delayed('sign-in-needed');
  if (status === 426) return delayed('update-needed');
  if (status === 408 || code === 'TIMEOUT') return delayed('no-answer');
  if (status === 429 || status === 502 || status === 503 || status === 504) {
    return delayed('shop-busy', error.retryAfter);
  }
  if (status >= 500) return delayed('shop-failed', error.retryAfter);
  return { type: 'refused', refusal: refusalOf(error) };
}

const delayed = (
  delay: Extract<AttemptOutcome, { type: 'delayed' }>['delay'],
  retryAfter: number | null = null,
): AttemptOutcome => ({ type: 'delayed', delay, retryAfter });

function refusalOf({ problem, message }: ApiProblem): Refusal {
  const refusal: Refusal = { code: problem.code, detail: problem.errors?.[0]?.message ?? message };
  for (const field of ['available', 'minimum', 'unitPrice'] as const) {
    const value = problem[field];
    if (typeof value === 'number') refusal[field] = value;
  }
  return refusal;
}
