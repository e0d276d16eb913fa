import { nestedParams, type Params, textParam } from './params.ts';
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

/**
 * One page of a list as Stripe answers it: newest first, `limit` 1 to 100 (10), `starting_after` the last id of the page before,
 * `created` between Unix seconds, and only what `matches`. `objects` come oldest first. Throws 400 when the cursor belongs to no object
 * of the kind.
 */
export function page<T extends { id: string; object: string; created: number }>(
  objects: ReadonlyMap<string, T>,
  url: string,
  params: Params,
  matches: (one: T) => boolean = () => true,
): Page<T> {
  const limit = Number(textParam(params, 'limit') ?? 10);
  if (limit < 1 || limit > 100) {
    throw invalidParam('This value must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  }
  const during = createdBounds(params);
  const wanted = (one: T) => during(one.created) && matches(one);
  const newestFirst = [...objects.values()].reverse();
  const id = textParam(params, 'starting_after');
  const place = newestFirst.findIndex((one) => one.id === id);
  if (id !== undefined && place === -1)
    throw missing(url.slice(url.lastIndexOf('/') + 1, -1), id, 'starting_after', 400);
  const behind = newestFirst.slice(place + 1).filter(wanted);
  return { object: 'list', url, has_more: behind.length > limit, data: behind.slice(0, limit) };
}

/** A test for `created`: from `gte` on, before `lt`. */
function createdBounds(params: Params): (created: number) => boolean {
  const bounds = nestedParams(params, 'created');
  const from = Number(textParam(bounds, 'gte') ?? 0);
  const to = Number(textParam(bounds, 'lt') ?? Number.MAX_SAFE_INTEGER);
  return (created) => created >= from && created < to;
}
