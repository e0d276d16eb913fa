import type { OrderEvent } from './order-event.ts';
import { OrderRejectedError, type RejectionCode } from './rejection.ts';

/** What a command leads to: an event to append, no change, or a refusal. */
export type Decision =
  | { readonly outcome: 'event'; readonly event: OrderEvent }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly code: RejectionCode; readonly details: Details };

type Details = Readonly<Record<string, unknown>>;

/** Nothing to append: the order is already in that state. */
export const unchanged: Decision = { outcome: 'unchanged' };

/** Makes the decision that appends an event. */
export function happened(event: OrderEvent): Decision {
  return { outcome: 'event', event };
}

/** Makes the decision that refuses. */
export function rejected(code: RejectionCode, details: Details = {}): Decision {
  return { outcome: 'rejected', code, details };
}

/** The event of a decision, null for no change. Throws `OrderRejectedError` for a refusal. */
export function eventOf(decision: Decision): OrderEvent | null {
  if (decision.outcome === 'rejected') throw new OrderRejectedError(decision.code, decision.details);
  return decision.outcome === 'event' ? decision.event : null;
}
