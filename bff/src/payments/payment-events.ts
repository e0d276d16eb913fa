import { type Origin, redisKeys } from '@karigar/events';
import type { GatewayEvent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { attempt } from './round-faults.ts';
import { takeEvent } from './take-event.ts';
import { tellOnce } from './tell-operators.ts';

const dayMs = 24 * 3_600_000;
/** As long as the provider keeps its events. */
const keptForMs = 30 * dayMs;
/** How old an event must be (ms) to be done with: the provider may list a younger one of the same time later. */
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
 * are told of it. So does a payment that names no order, until an order is paid with it. Adds the faults of single events to `faults`.
 * Throws when log or provider are away. `now` in ms.
 */
export async function followEvents(
  parts: PaymentParts,
  origin: Origin,
  faults: unknown[],
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const { redis } = parts.log;
  const text = await redis.commands.get(cursorKey);
  const waiting = await redis.commands.hGetAll(waitingKey);
  const take = async (event: GatewayEvent, since: number) => {
    const age = now - since;
    let again = true;
    const fault = await attempt(parts, faults, async () => {
      again = await takeEvent(parts, event, origin, age > dayMs);
    });
    if (fault !== undefined && age > dayMs) {
      const { id, type, intentId, metadata } = event;
      const why = `What the payment provider says of ${intentId} (${type}) could not be taken: ${fault}`;
      const detail = { eventId: id, intentId, orderId: metadata.orderId ?? null };
      await tellOnce(parts, 'payment.event-failed', id, why, detail);
      parts.notice('event-failed');
    }
    if (again && age <= keptForMs) {
      const due = now + Math.min(longestPauseMs, Math.max(shortestPauseMs, age));
      const text = JSON.stringify({ event, since, due } satisfies WaitingEvent);
      await redis.commands.hSet(waitingKey, event.id, text);
    } else if (event.id in waiting) await redis.commands.hDel(waitingKey, event.id);
  };
  const cursor = JSON.parse(text ?? 'null') as GatewayEvent | null;
  const events = await parts.gateway.eventsSince(cursor?.createdAt ?? now - keptForMs);
  // The provider's times are whole seconds: others of the cursor's second may follow it.
  for (const event of events.slice(events.findIndex(({ id }) => id === cursor?.id) + 1)) {
    if (signal?.aborted) return;
    if (!(event.id in waiting)) await take(event, now);
  }
  const last = events.findLast(({ createdAt }) => createdAt < now - finalAfterMs);
  if (last !== undefined) {
    const expiration = { type: 'PX', value: keptForMs } as const;
    await redis.commands.set(cursorKey, JSON.stringify(last), { expiration });
  }
  for (const text of Object.values(waiting)) {
    const { event, since, due } = JSON.parse(text) as WaitingEvent;
    if (due <= now && !signal?.aborted) await take(event, since);
  }
}
