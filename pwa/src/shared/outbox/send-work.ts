import { postOrder, postReview } from '../api/calls.ts';
import { NoAnswerError } from '../api/failure.ts';
import type { AttemptOutcome, OutboxEntry } from '../saved/outbox-entry.ts';
import { outcomeOfFailure } from './attempt-outcome.ts';

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
