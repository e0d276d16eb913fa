import { type Origin, redisKeys } from '@karigar/events';
import type { GatewayEvent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';
import { takeEvent } from './take-event.ts';

const dayMs = 24 * 3_600_000;
/** As long as the provider keeps its events. */
const keptForMs = 30 * dayMs;
/** How old an event must be (ms) to be done with: a younger one may still get company that stands before it in the list. */
const finalAfterMs = 60_000;
const shortestPauseMs = 30_000;
const longestPauseMs = 600_000;

// No backup carries these two: the log of a backup may be older, and a shop without a cursor reads all that the provider has kept.
/** The last event that was read. */
const cursorKey = redisKeys.lease('payment-events');
/** The events that are tried again, by their ids. */
const waitingKey = redisKeys.lease('payment-events-waiting');

/** An event that failed first at `since` and is tried again at `due` (ms). */
interface WaitingEvent {
  event: GatewayEvent;
  since: number;
  due: number;
}

/**
 * Takes every event of the provider since the last round, in its order, as if its message had come: nothing depends on webhooks. An event
 * that cannot be taken waits apart from the cursor, as long as the provider keeps it, so that it holds up no other; after a day the operators
 * are told of it. So does a payment that names no order, until an order is paid with it. Answers how many events changed an order. The faults
 * of single events go to `faults`. Throws when log or provider are away. `now` in ms.
 */
export async function followEvents(
  parts: PaymentParts,
  origin: Origin,
  faults: RoundFaults,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const { log, notice } = parts;
  const { redis } = log;
  const cursor = await redis.run((connection) => connection.get(cursorKey));
  const waiting = await redis.run((connection) => connection.hGetAll(waitingKey));
  let changed = 0;
  const take = async (event: GatewayEvent, since: number) => {
    const age = now - since;
    const taken = await faults.attempt(() => takeEvent(parts, event, origin, age > dayMs));
    if (typeof taken === 'object' && age > dayMs) {
      const { id, type, intentId, metadata } = event;
      const why = `What the payment provider says of ${intentId} (${type}) could not be taken: ${taken.fault}`;
      const detail = { eventId: id, intentId, orderId: metadata.orderId ?? null };
      await parts.tell('payment.event-failed', id, why, detail);
      notice('event-failed');
    }
    if ((typeof taken === 'object' || taken === 'unbound') && age <= keptForMs) {
      const due = now + Math.min(longestPauseMs, Math.max(shortestPauseMs, age));
      const text = JSON.stringify({ event, since, due } satisfies WaitingEvent);
      await redis.run((connection) => connection.hSet(waitingKey, event.id, text));
    } else if (event.id in waiting) await redis.run((connection) => connection.hDel(waitingKey, event.id));
    if (taken !== 'changed') return;
    changed += 1;
    notice('reconciled');
  };
  for await (const event of parts.gateway.eventsSince(cursor, now - keptForMs)) {
    if (signal?.aborted) break;
    if (!(event.id in waiting)) await take(event, now);
    if (event.createdAt >= now - finalAfterMs) continue;
    const expiration = { type: 'PX', value: keptForMs } as const;
    await redis.run((connection) => connection.set(cursorKey, event.id, { expiration }));
  }
  for (const text of Object.values(waiting)) {
    const { event, since, due } = JSON.parse(text) as WaitingEvent;
    if (due <= now && !signal?.aborted) await take(event, since);
  }
  return changed;
}
