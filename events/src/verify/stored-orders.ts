import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';
import { liveStatuses } from '../orders/order-state.ts';

/** How an order is stored: its document, and its place in all sets. */
interface StoredOrder {
  readonly document: string | null;
  /** Its score in each of its sets, '' where it is no member. */
  readonly scores: readonly string[];
  /** Orders in those sets of its person whose newest it is. */
  readonly people: number;
}

/**
 * Sets that hold an order or not: one per state, the same of its person and of its tool name, that of deleted orders, and that of
 * those that a person has to look at.
 */
const setsOfOrder = 3 * liveStatuses.length + 2;
const ordersPerCall = 50;

/** How orders are stored, all of an order read at one moment; `sets` names those of an order. */
export async function readStoredOrders(
  redis: Redis,
  keys: GenerationKeys,
  orders: readonly { readonly id: string; readonly sets: readonly string[] }[],
): Promise<StoredOrder[] | 'moved'> {
  const calls: Promise<ScriptAnswer[]>[] = [];
  for (let start = 0; start < orders.length; start += ordersPerCall) {
    const part = orders.slice(start, start + ordersPerCall);
    const touched = [redisKeys.meta, ...part.flatMap(({ id, sets }) => [keys.order(id), ...sets])];
    const ids = part.map(({ id }) => id);
    const sizes = [keys.gen, setsOfOrder, liveStatuses.length].map(String);
    calls.push(
      redis.eval(membershipScript, touched.length, ...touched, ...sizes, ...ids) as Promise<ScriptAnswer[]>,
    );
  }
  const stored: StoredOrder[] = [];
  for (const [state, ...answers] of await Promise.all(calls)) {
    if (state !== 'OK') return 'moved';
    for (let at = 0; at < answers.length; at += 2) {
      const places = String(answers[at + 1]).split(',');
      const document = answers[at] as string | null;
      stored.push({ document, scores: places.slice(0, setsOfOrder), people: Number(places[setsOfOrder]) });
    }
  }
  return stored;
}

/**
 * Reads a stored order and its place in its sets at one moment, for many orders in one call. The scores come as one text:
 * taking each out of Redis's protocol would cost the reader more than all that it does with them.
 *
 * KEYS meta, then per order: its document and its sets
 * ARGV gen, how many sets an order has, how many states, then the order ids
 * Answers [ 'GEN', now ] or [ 'OK', then per order: document, 'the scores joined by commas (nothing where it is no
 *   member), then how many orders those sets of its person hold whose newest it is' ]
 */
const membershipScript = `#!lua flags=no-writes
local call = redis.call
local gen = call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers = { 'OK' }
local sets, states = tonumber(ARGV[2]), tonumber(ARGV[3])
for i = 4, #ARGV do
  local first, id, places, people = (i - 4) * (sets + 1) + 2, ARGV[i], {}, 0
  for n = 1, sets do
    local key = KEYS[first + n]
    local score = call('ZSCORE', key, id)
    places[n] = score or ''
    if score and n > states and n <= 2 * states and call('ZREVRANGE', key, 0, 0)[1] == id then people = people + call('ZCARD', key) end
  end
  places[sets + 1] = people
  answers[#answers + 1] = call('GET', KEYS[first])
  answers[#answers + 1] = table.concat(places, ',')
end
return answers
`;
