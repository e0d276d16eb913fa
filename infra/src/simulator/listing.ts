import type Stripe from 'stripe';
import { integer, list, takes, text } from './params.ts';
import type { Store, Tables } from './store.ts';
import { invalidParam, missing } from './stripe-error.ts';

const kinds = { intents: 'payment_intent', refunds: 'refund', disputes: 'dispute' } as const;

/** The object with this id. Throws 404, or 400 when a parameter named it. */
export function find<T extends keyof typeof kinds>(
  store: Store,
  table: T,
  id: string,
  status?: 400,
): Tables[T] {
  const found = store[table].get(id);
  if (!found) throw missing(kinds[table], id, table === 'intents' ? 'intent' : 'id', status);
  return found as Tables[T];
}

/** One page of a list, as Stripe answers it. */
export interface Page<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/** What every list takes. */
const pageParams = { limit: integer.default(10), starting_after: text.optional() };
const during = takes<Stripe.RangeQueryParam>()({ gte: integer.default(0), lt: integer.default(Infinity) });

/** What the lists take. */
export const listParams = {
  intents: takes<Stripe.PaymentIntentListParams>()({ ...pageParams, created: during.optional() }),
  refunds: takes<Stripe.RefundListParams>()({ ...pageParams, payment_intent: text.optional() }),
  disputes: takes<Stripe.DisputeListParams>()({ ...pageParams, payment_intent: text.optional() }),
  events: takes<Stripe.EventListParams>()({
    ...pageParams,
    created: during.optional(),
    types: list.optional(),
  }),
  balance: takes<Stripe.BalanceTransactionListParams>()({
    ...pageParams,
    created: during.optional(),
    expand: list.default([]),
  }),
};

/** What is asked of a list. */
interface PageRequest {
  limit: number;
  starting_after?: string | undefined;
  created?: { gte: number; lt: number } | undefined;
}

/**
 * One page of a list as Stripe answers it: newest first, `limit` 1 to 100 (10), `starting_after` the last id of the page before,
 * `created` between Unix seconds, and only what `matches`. `objects` come oldest first. Throws 400 when the cursor belongs to no object
 * of the kind.
 */
export function page<T extends { id: string; object: string; created: number }>(
  objects: ReadonlyMap<string, T>,
  url: string,
  { limit, starting_after: id, created: { gte, lt } = { gte: 0, lt: Infinity } }: PageRequest,
  matches: (one: T) => boolean = () => true,
): Page<T> {
  if (limit < 1 || limit > 100) {
    throw invalidParam('This value must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  }
  const newestFirst = [...objects.values()].reverse();
  const place = newestFirst.findIndex((one) => one.id === id);
  if (id !== undefined && place === -1)
    throw missing(url.slice(url.lastIndexOf('/') + 1, -1), id, 'starting_after', 400);
  const behind = newestFirst
    .slice(place + 1)
    .filter((one) => one.created >= gte && one.created < lt && matches(one));
  return { object: 'list', url, has_more: behind.length > limit, data: behind.slice(0, limit) };
}
