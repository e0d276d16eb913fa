import { nestedParams, type Params, textParam } from './form-body.ts';
import { invalidParam } from './stripe-error.ts';

/**
 * One page of a list as Stripe answers it: newest first, `limit` 1 to 100 (10), `starting_after` an id of the page before,
 * `created[gte|gt|lte|lt]` in Unix seconds. `objects` come oldest first.
 */
export function page<T extends { id: string; created: number }>(
  objects: Iterable<T>,
  url: string,
  params: Params,
): { object: 'list'; url: string; has_more: boolean; data: T[] } {
  const limit = Number(textParam(params, 'limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw invalidParam('This value must be between 1 and 100', 'limit', 'parameter_invalid_integer');
  }
  const created = nestedParams(params, 'created');
  const bound = (name: string, fallback: number) => Number(textParam(created, name) ?? fallback);
  const from = Math.max(bound('gte', 0), bound('gt', -1) + 1);
  const to = Math.min(bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER) - 1);
  const newestFirst = [...objects].reverse();
  const after = textParam(params, 'starting_after');
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const matching = newestFirst.slice(start).filter((one) => one.created >= from && one.created <= to);
  return { object: 'list', url, has_more: matching.length > limit, data: matching.slice(0, limit) };
}
