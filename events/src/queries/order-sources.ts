import { type GenerationKeys, type OrderStage, orderStages } from '../log/generation-keys.ts';
import { type GenerationReader, readOf } from '../log/generation-reader.ts';

/** Which orders to list, newest first. Filters add up. */
export interface OrderListQuery {
  readonly state?: 'unpaid' | 'paid' | 'shipped' | 'all' | undefined;
  readonly email?: string | undefined;
  /** Part of the tool's name as ordered, without regard to case. */
  readonly search?: string | undefined;
  /** Placed at or after this time (ms). */
  readonly from?: number | undefined;
  /** Placed before this time (ms). */
  readonly to?: number | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** One sorted set to walk, and the sets that its members must be in as well. */
export interface OrderSource {
  readonly driver: string;
  readonly filters: readonly string[];
}

/**
 * The sets whose members together are the orders of a query, each order in exactly one of them. Every person and every
 * tool name has a set per state, so that only the combination of person and name needs a filter; the larger set is then
 * the filter.
 */
export async function orderSources(
  reader: GenerationReader,
  keys: GenerationKeys,
  query: OrderListQuery,
): Promise<readonly OrderSource[] | 'moved'> {
  const state = query.state ?? 'all';
  const { email, search } = query;
  const stages = state === 'all' ? orderStages : [state];
  if (search === undefined || search === '') {
    const setOf = (stage: OrderStage) => (email === undefined ? keys.set(stage) : keys.mail(email, stage));
    return stages.map((stage) => ({ driver: setOf(stage), filters: [] }));
  }
  const names = await namesLike(reader, keys, search);
  if (names === 'moved') return 'moved';
  const sets = names.flatMap((name) => stages.map((stage) => ({ stage, name: keys.name(name, stage) })));
  if (email === undefined) return sets.map(({ name }) => ({ driver: name, filters: [] }));
  return smallerFirst(
    reader,
    keys,
    sets.map(({ stage, name }) => [name, keys.mail(email, stage)]),
  );
}

/** Tool names that were ever ordered and contain the text, without regard to case. */
async function namesLike(
  reader: GenerationReader,
  keys: GenerationKeys,
  search: string,
): Promise<string[] | 'moved'> {
  const found = await reader.read(keys, [readOf('HKEYS', keys.names)]);
  if (found === 'moved') return found;
  const wanted = search.toLowerCase();
  return (found[0] as string[]).filter((name) => name.toLowerCase().includes(wanted));
}

async function smallerFirst(
  reader: GenerationReader,
  keys: GenerationKeys,
  pairs: readonly (readonly [string, string])[],
): Promise<OrderSource[] | 'moved'> {
  const sizes = await reader.read(
    keys,
    pairs.flatMap((pair) => pair.map((set) => readOf('ZCARD', set))),
  );
  if (sizes === 'moved') return sizes;
  return pairs.map(([left, right], index) =>
    Number(sizes[index * 2]) <= Number(sizes[index * 2 + 1])
      ? { driver: left, filters: [right] }
      : { driver: right, filters: [left] },
  );
}
