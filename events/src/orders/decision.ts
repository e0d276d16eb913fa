import type { OrderEvent } from './order-event.ts';
import type { Rejection, RejectionCode } from './rejection.ts';

/** What a command leads to: a fact to append, nothing because it is so already, or a refusal. */
export type Decision =
  | { readonly outcome: 'event'; readonly event: OrderEvent }
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection };

/** Nothing to append: what is asked for is so already. */
export const unchanged: Decision = { outcome: 'unchanged' };

/** Makes the decision that appends an event. */
export function happened(event: OrderEvent): Decision {
  return { outcome: 'event', event };
}

/** Makes the decision that refuses. */
export function rejected(code: RejectionCode, details: Rejection['details'] = {}): Decision {
  return { outcome: 'rejected', rejection: { code, details } };
}
