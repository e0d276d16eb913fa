import { postOrder, postReview } from '../api/calls.ts';
import { outcomeOfFailure } from './attempt-outcome.ts';
import type { AttemptOutcome, OutboxEntry } from './outbox-entry.ts';

/** Sends the work of an entry under its own key. Never throws for a failed call. */
export async function sendWork({ id, work }: OutboxEntry): Promise<AttemptOutcome> {
  try {
    switch (work.kind) {
      case 'order': {
        const placed = await postOrder(work.order, id);
        return { type: 'accepted', orderId: placed.insertedId, order: placed.order };
      }
      case 'review':
        await postReview(work.review, id);
        return { type: 'accepted', orderId: null, order: null };
      default:
        return work satisfies never;
    }
  } catch (error) {
    return outcomeOfFailure(error);
  }
}
