import { LogUnavailableError, type Origin, PastUnavailableError, redisKeys } from '@karigar/events';
import { type GatewayEvent, GatewayUnavailableError } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { RoundFaults } from './round-faults.ts';
import { takeEvent } from './take-event.ts';
import { tellOnce } from './tell-once.ts';

const daySeconds = 24 * 3_600;
/** As long as the provider keeps its events. */
const keptForSeconds = 30 * daySeconds;
/** How old an event must be (ms) to be done with: a younger one may still get company that stands before it in the list. */
const finalAfterMs = 60_000;

/**
 * Takes every event of the provider since the last round, in its order, as if its message had come: nothing depends on webhooks.
 * An event with a fault of its own is tried for a minute, then told to the operators and passed over, as is one whose object the provider has
 * not given for a day; behind a younger one, or one whose order the archive does not give right now, the cursor stays. Answers how many orders changed. The faults of single events go to `faults`. Throws when log
 * or provider are away. `now` in ms.
 */
export async function followEvents(
  parts: PaymentParts,
  origin: Origin,
  faults: RoundFaults,
  signal?: AbortSignal,
  now = Date.now(),
): Promise<number> {
  const { redis } = parts.log;
  const cursor = await redis.run((connection) => connection.get(cursorKey));
  let changed = 0;
  let unbroken = true;
  for await (const event of parts.gateway.eventsSince(cursor, now - keptForSeconds * 1_000)) {
    if (signal?.aborted) break;
    const isFinal = event.createdAt < now - finalAfterMs;
    const age = { isFinal, isOld: event.createdAt < now - daySeconds * 1_000 };
    const taken = await faults.attempt(() => takeOrTell(parts, event, origin, age, faults), null);
    if (taken?.changed) {
      changed += 1;
      parts.notice('reconciled');
    }
    unbroken &&= taken !== null && isFinal;
    if (unbroken)
      await redis.run((connection) =>
        connection.set(cursorKey, event.id, { expiration: { type: 'EX', value: keptForSeconds } }),
      );
  }
  return changed;
}

/**
 * The last event that is done with. No backup carries it: the log of a backup may be older, and a shop without a cursor reads all that
 * the provider has kept.
 */
const cursorKey = redisKeys.lease('payment-events');

/** With these the same event can be taken later. */
const unavailable = [GatewayUnavailableError, LogUnavailableError, PastUnavailableError];

async function takeOrTell(
  parts: PaymentParts,
  event: GatewayEvent,
  origin: Origin,
  { isFinal, isOld }: { isFinal: boolean; isOld: boolean },
  faults: RoundFaults,
): Promise<{ changed: boolean }> {
  try {
    return await takeEvent(parts, event, origin);
  } catch (error) {
    // What the provider does not give for a day belongs to this event alone.
    const isOwn = isOld && error instanceof GatewayUnavailableError;
    if (!isOwn && unavailable.some((kind) => error instanceof kind)) throw error;
    faults.add(error);
    if (isFinal) await tellOfFault(parts, event, error);
    return { changed: false };
  }
}

async function tellOfFault(parts: PaymentParts, event: GatewayEvent, error: unknown): Promise<void> {
  const { id, type, objectId, intentId, metadata } = event;
  await tellOnce(parts, {
    kind: 'payment.event-failed',
    id,
    why: `What the payment provider says of ${objectId} (${type}) could not be taken: ${String(error)}`,
    detail: { eventId: id, intentId, orderId: metadata.orderId ?? null },
  });
  parts.notice('event-failed');
}
