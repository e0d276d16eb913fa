import type { Redis } from 'ioredis';
import type { GenerationKeys } from '../log/generation-keys.ts';
import type { ScriptAnswer } from '../log/redis-connection.ts';
import { redisKeys } from '../log/redis-keys.ts';

/** How an order is stored: its document, and its place in ten sets. */
interface StoredOrder {
  readonly document: string | null;
  /** Its score in each of its sets, '' where it is no member. */
  readonly scores: readonly string[];
  /** Orders in those sets of its person whose newest it is. */
  readonly people: number;
}

/** Sets that hold an order or not: one per state, the same of its person and of its tool name, and that of deleted orders. */
const setsOfOrder = 10;
const ordersPerCall = 50;

/** How orders are stored, all of an order read at one moment; `sets` names the ten of an order. */
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
    calls.push(
      redis.eval(membershipScript, touched.length, ...touched, String(keys.gen), ...ids) as Promise<
        ScriptAnswer[]
      >,
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
 * Reads a stored order and its place in ten sets at one moment, for many orders in one call. The scores come as one text:
 * taking each out of Redis's protocol would cost the reader more than all that it does with them.
 *
 * KEYS meta, then per order: its document, its three sets of all orders, of its person, of its tool name, deleted orders
 * ARGV gen, then the order ids
 * Answers [ 'GEN', now ] or [ 'OK', then per order: document, 'ten scores joined by commas (nothing where it is no
 *   member), then how many orders those sets of its person hold whose newest it is' ]
 */
const membershipScript = `#!lua flags=no-writes
local call = redis.call
local gen = call('HGET', KEYS[1], 'gen')
if gen ~= ARGV[1] then return { 'GEN', gen or '' } end
local answers = { 'OK' }
for i = 2, #ARGV do
  local first, id, places, people = (i - 2) * 11 + 2, ARGV[i], {}, 0
  for n = 1, 10 do
    local key = KEYS[first + n]
    local score = call('ZSCORE', key, id)
    places[n] = score or ''
    if score and n > 3 and n < 7 and call('ZREVRANGE', key, 0, 0)[1] == id then people = people + call('ZCARD', key) end
  end
  places[11] = people
  answers[#answers + 1] = call('GET', KEYS[first])
  answers[#answers + 1] = table.concat(places, ',')
end
return answers
`;
