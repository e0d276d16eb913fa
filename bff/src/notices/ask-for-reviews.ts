import { type EventPosition, type OrderLog, type RecordedEvent, redisKeys } from '@karigar/events';
import { orderPages } from '../payments/payment-parts.ts';
import { hourMs } from '../payments/reservation.ts';
import type { Notice } from './notice.ts';

/** How long (ms) after its order was shipped a parcel has arrived and its tool has been tried. */
export const askAfterMs = 7 * 24 * hourMs;

/** String: the last event whose customer was asked, or did not have to be. It follows the end of the log, a week behind. */
const askedKey = redisKeys.follower('notices', 'asked');
const perRead = 200;

/** What is needed to find whom to ask. */
interface AskingParts {
  log: Pick<OrderLog, 'eventsAfter' | 'head' | 'order' | 'orders'> & {
    redis: Pick<OrderLog['redis'], 'run'>;
  };
}

/** Begins at the end of the log: customers of orders that were shipped before are not asked. */
export async function askFromNow({ log }: AskingParts): Promise<void> {
  const { seq, hash } = await log.head();
  await keep({ log }, { seq, hash });
}

const keep = ({ log }: AskingParts, { seq, hash }: EventPosition) =>
  log.redis.run((connection) => connection.set(askedKey, JSON.stringify({ seq, hash })));

/**
 * Has the customers asked for a review whose parcels left a week before `now` (ms, by the clock of Redis): once for each tool that they
 * bought. `add` takes the notices, and may be given one again when a process dies. Throws `LogUnavailableError`.
 */
export async function askForReviews(
  parts: AskingParts,
  add: (notices: readonly Notice[]) => Promise<void>,
  now: number,
  stopping?: AbortSignal,
): Promise<void> {
  const { log } = parts;
  while (stopping?.aborted !== true) {
    const stored = await log.redis.run((connection) => connection.get(askedKey));
    const position = stored === null ? null : (JSON.parse(stored) as EventPosition);
    const read = position && (await log.eventsAfter(position, perRead));
    // The first round, or the log has another history.
    if (read === null) return askFromNow(parts);
    const { events } = read;
    const young = events.findIndex(({ ts }) => ts > now - askAfterMs);
    const due = young === -1 ? events : events.slice(0, young);
    const last = due.at(-1);
    if (last === undefined) return;
    const shipped = due.filter(({ type }) => type === 'order.shipped');
    await add((await Promise.all(shipped.map((event) => noticesOf(parts, event)))).flat());
    await keep(parts, last);
  }
}

/** Asks of the first order of a tool alone: a customer who buys it again was asked before. */
async function noticesOf({ log }: AskingParts, { subject, seq }: RecordedEvent): Promise<Notice[]> {
  const order = await log.order(subject);
  if (order?.status !== 'shipped') return [];
  const { uid, toolId } = order;
  for await (const orders of orderPages(log, { uids: [uid], states: ['shipped'], oldestFirst: true })) {
    const first = orders.find((one) => one.toolId === toolId);
    if (first !== undefined) return first.id === subject ? [{ kind: 'review', subject, uid, seq }] : [];
  }
  return [];
}
