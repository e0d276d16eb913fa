import { postOrder, postReview } from '../api/calls.ts';
import { ApiProblem, NoAnswerError } from '../api/failure.ts';
import type { AttemptOutcome, OutboxEntry, Refusal } from '../saved/outbox-entry.ts';

/** Sends the work of an entry under its own key. Never throws for a failed call. */
export async function sendWork({ id, work }: OutboxEntry): Promise<AttemptOutcome> {
  try {
    switch (work.kind) {
      case 'order': {
        const placed = named(await postOrder(work.order, id));
        return { type: 'accepted', orderId: placed.insertedId, order: placed.order };
      }
      case 'review':
        named(await postReview(work.review, id));
        return { type: 'accepted', orderId: null, order: null };
      default:
        return work satisfies never;
    }
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

/** Only an answer that names what was made says that it was made: an empty one is of a proxy on the way, not of the shop. */
function named<T extends { insertedId: string }>(answer: T | undefined): T {
  if (typeof answer?.insertedId !== 'string') throw new NoAnswerError('unreadable');
  return answer;
}

/**
 * Tells what a failed attempt means. Only a refusal that the shop itself spelled out is definite; a broken connection, a
 * timeout or a fault of the server leaves the outcome unknown. Faults of our own code are thrown on.
 */
export function outcomeOfFailure(error: unknown): AttemptOutcome {
  if (error instanceof NoAnswerError) return delayed('no-answer');
  if (!(error instanceof ApiProblem)) throw error;
  const { status, code } = error.problem;
  if (status === 401) return delayed('sign-in-needed');
  if (status === 426) return delayed('update-needed');
  if (status === 408 || code === 'TIMEOUT') return delayed('no-answer');
  if (code === 'TOO_MANY_ORDERS') return { type: 'refused', refusal: refusalOf(error) };
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
  for (const field of ['available', 'minimum', 'unitPrice', 'limit', 'held'] as const) {
    const value = problem[field];
    if (typeof value === 'number') refusal[field] = value;
  }
  return refusal;
}
