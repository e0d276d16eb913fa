import { type GenerationKeys, relativeKeys } from '../log/generation-keys.ts';
import { type GenerationReader, readOf, type Store } from '../log/generation-reader.ts';
import { messageOf } from '../log/log-errors.ts';
import type { RedisClient, ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { type Differences, stateDifference } from '../model/difference.ts';
import { decodeRecord, encodeRecord } from '../model/order-record.ts';
import { liveStatuses } from '../orders/order-state.ts';
import { placesOf } from '../rebuild/batch.ts';
import type { FoldedOrder } from './folded-log.ts';

/** How an order is stored: its document and its score in each of its sets, '' where it is no member; no scores at another version. */
interface StoredOrder {
  readonly document: string | null;
  readonly scores: readonly string[];
}

/** An order of which another version is stored than was folded: none (NaN), an earlier one, or a later one of a shop that goes on. */
export interface OtherVersion {
  readonly order: FoldedOrder;
  readonly version: number;
  readonly document: string | null;
}

const ordersPerCall = 50;

/** Compares orders with what is stored at the same version, each at one moment. Answers those of which another version is stored. */
export async function compareOrders(
  { client, reader }: Store,
  orders: readonly FoldedOrder[],
  differences: Differences,
): Promise<OtherVersion[]> {
  const parts: FoldedOrder[][] = [];
  for (let start = 0; start < orders.length; start += ordersPerCall)
    parts.push(orders.slice(start, start + ordersPerCall));
  const others = await Promise.all(
    parts.map(async (part) => {
      const stored = await reader.follow((keys) => readStored(client, keys, part));
      return part.flatMap((order, index) => {
        const { document, scores } = stored[index] as StoredOrder;
        const version = Number(/\d+/.exec(document ?? '')?.[0]);
        if (version !== order.record.history.length) return { order, version, document };
        compareDocument(order, document, differences);
        comparePlaces(order, scores, differences);
        return [];
      });
    }),
  );
  return others.flat();
}

/** Compares the document of an order. */
export function compareDocument(
  { id, record }: FoldedOrder,
  document: string | null,
  differences: Differences,
): void {
  if (document === encodeRecord(record)) return;
  let message = 'no document is stored';
  try {
    if (document !== null)
      message = stateDifference(decodeRecord(document), record) ?? 'it is stored in other words';
  } catch (error) {
    message = messageOf(error);
  }
  differences.add('order', record.history[0]?.seq ?? null, id, message);
}

/** Compares the owners of transactions, which never change. */
export async function compareTransactions(
  reader: GenerationReader,
  transactions: ReadonlyMap<string, string>,
  differences: Differences,
): Promise<void> {
  if (transactions.size === 0) return;
  const [owners] = await reader.follow((keys) =>
    reader.read(keys, [readOf('HMGET', keys.tx, ...transactions.keys())]),
  );
  for (const [index, [transaction, order]] of [...transactions].entries())
    differences.compare(
      'index',
      `transaction ${transaction}`,
      (owners as (string | null)[])[index] ?? 'nothing',
      order,
    );
}

async function readStored(
  client: RedisClient,
  keys: GenerationKeys,
  orders: readonly FoldedOrder[],
): Promise<StoredOrder[] | 'moved'> {
  const names = orders.flatMap((order) => [relativeKeys.order(order.id), ...setsOf(order)]);
  const touched = [redisKeys.meta, ...names.map((name) => keys.prefix + name)];
  const words = orders.flatMap(({ id, record }) => [id, String(record.history.length)]);
  const [state, ...answers] = (await client.run((connection) =>
    connection.eval(storedScript, {
      keys: touched,
      arguments: [String(keys.gen), String(names.length / orders.length), ...words],
    }),
  )) as ScriptAnswer[];
  if (state !== 'OK') return 'moved';
  return orders.map((_, index) => ({
    document: answers[2 * index] as string | null,
    scores: String(answers[2 * index + 1]).split(','),
  }));
}

/** All sets that an order may be in. */
function setsOf({ sale: { uid, toolsName } }: FoldedOrder): string[] {
  return [
    ...liveStatuses.map((status) => relativeKeys.set(status)),
    ...liveStatuses.map((status) => relativeKeys.person(uid, status)),
    ...liveStatuses.map((status) => relativeKeys.name(toolsName, status)),
    relativeKeys.deleted,
    relativeKeys.attention,
  ];
}

function comparePlaces(order: FoldedOrder, scores: readonly string[], differences: Differences): void {
  const places = placesOf(order.id, order.record);
  const [first] = order.record.history;
  for (const [index, set] of setsOf(order).entries()) {
    const [found, expected] = [scores[index] ?? '', places.get(set) ?? ''];
    if (found === expected) continue;
    const how =
      found === '' ? 'is missing in' : expected === '' ? 'must not be in' : 'is at the wrong place in';
    const name = set.replace(/^(person|name):.*:/, '$1 ');
    differences.add('index', first?.seq ?? null, order.id, `the order ${how} the index ${name}`);
  }
}

/**
 * Reads orders and their places in their sets at one moment. The scores come as one text: parsing each out of Redis's protocol costs more
 * than all that is done with them.
 *
 * KEYS meta, then per order: its document and its sets
 * ARGV gen, number of keys of an order, then per order its id and the version at which its sets are asked for
 * Answers [ 'GEN' ] or [ 'OK', then per order: document, scores joined by commas (nothing where it is no member) ]
 */
const storedScript = `#!lua flags=no-writes
local call = redis.call
if call('HGET', KEYS[1], 'gen') ~= ARGV[1] then return { 'GEN' } end
local answers, keys = { 'OK' }, tonumber(ARGV[2])
for i = 3, #ARGV, 2 do
  local first, scores = 2 + (i - 3) / 2 * keys, {}
  local document = call('GET', KEYS[first])
  if document and string.match(document, '%d+') == ARGV[i + 1] then
    for n = 1, keys - 1 do scores[n] = call('ZSCORE', KEYS[first + n], ARGV[i]) or '' end
  end
  answers[#answers + 1] = document
  answers[#answers + 1] = table.concat(scores, ',')
end
return answers
`;
