import { type Origin, redisKeys } from '@karigar/events';
import { type GatewayEvent, isReturned } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { attempt, type Round } from './payment-round.ts';
import { followMoney } from './refund-order.ts';
import { settlePayment } from './settle-payment.ts';
import { tellOfDispute, tellOfPayment, tellOnce } from './tell-operators.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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
 * are told of it. So does a payment that names no order, until an order is paid with it. Throws when log or provider are away.
 */
export async function followEvents(round: Round): Promise<void> {
  const { parts, origin, now, signal } = round;
  const { commands } = parts.log.redis;
  const cursor = JSON.parse((await commands.get(cursorKey)) ?? 'null') as GatewayEvent | null;
  const waiting = await commands.hGetAll(waitingKey);
  const take = async (event: GatewayEvent, since: number) => {
    const age = now - since;
    let again = true;
    const fault = await attempt(round, async () => {
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
      await commands.hSet(waitingKey, event.id, text);
    } else if (event.id in waiting) await commands.hDel(waitingKey, event.id);
  };
  const events = await parts.gateway.eventsSince(cursor?.createdAt ?? now - keptForMs);
  // The provider's times are whole seconds: others of the cursor's second may follow it.
  for (const event of events.slice(events.findIndex(({ id }) => id === cursor?.id) + 1)) {
    if (signal.aborted) return;
    if (!(event.id in waiting)) await take(event, now);
  }
  const last = events.findLast(({ createdAt }) => createdAt < now - finalAfterMs);
  const expiration = { type: 'PX', value: keptForMs } as const;
  if (last !== undefined) await commands.set(cursorKey, JSON.stringify(last), { expiration });
  for (const text of Object.values(waiting)) {
    const { event, since, due } = JSON.parse(text) as WaitingEvent;
    if (due <= now && !signal.aborted) await take(event, since);
  }
}

/**
 * Takes one event of the provider, as its webhook or its list of events gave it. The event only says where to look: what it is about is
 * asked for anew, so that repeated, late and reordered events are harmless. Answers whether to take it again later: a payment that succeeded,
 * names no order and pays none yet. One that has waited for a day is told to the operators instead. Throws GatewayUnavailableError and what the log throws.
 */
export async function takeEvent(
  parts: PaymentParts,
  event: GatewayEvent,
  origin: Origin,
  hasWaited = false,
): Promise<boolean> {
  const { log, background, notice } = parts;
  const { about, intentId, metadata } = event;
  if (about === 'other') return false;
  // Another shop on the same account: not even worth asking about. Disputes, and refunds of the dashboard, do not name their shop.
  const own = await log.shop();
  if (intentId === null || (metadata.shop ?? (about === 'returned' ? own : '')) !== own) {
    notice('other-shop');
    return false;
  }
  if (about === 'declined') {
    await countDecline(parts, event, intentId);
    return false;
  }
  const paidOrder = await log.orderIdOfPayment(intentId);
  // An order that its buyer's own call has paid: of most events the shop hears afterwards.
  if (about === 'paid' && paidOrder !== null) return false;
  const intent = await background.find(intentId);
  if (intent?.state !== 'succeeded') return false;
  const orderId = paidOrder ?? intent.metadata.orderId;
  if (orderId !== undefined) {
    const settled = await settlePayment(parts, intent, await log.order(orderId), origin);
    if (typeof settled === 'object') {
      if (about === 'returned') await followMoney(parts, settled.order, origin);
      return false;
    }
  }
  if (about === 'returned')
    for (const dispute of await background.disputes(intentId))
      await tellOfDispute(parts, intentId, null, dispute);
  if (about === 'returned' || orderId !== undefined || isReturned(intent)) return false;
  if (hasWaited)
    await tellOfPayment(parts, intent, 'unbound', 'A payment names no order; refund it or ask the payer');
  return !hasWaited;
}

/**
 * Takes one signed message of the provider. Throws ProblemError 400 on a bad signature, 503 when the provider or the log is away; the
 * provider then sends it again.
 */
export async function takeMessage(parts: PaymentParts, body: string, signature: string): Promise<void> {
  const event = await parts.gateway.readEvent(body, signature);
  await takeEvent(parts, event, { actor: 'system:webhook', correlationId: event.id });
}

/** Counts a declined card; who has too many of them loses the open payment as well, whose secret is known to the browser. */
async function countDecline(
  { log, guard, gateway, notice }: PaymentParts,
  { id: eventId, fingerprint, createdAt, metadata: { uid, from } }: GatewayEvent,
  intentId: string,
): Promise<void> {
  // Card testing is counted by the hour; what was declined before counts no more.
  if (guard === null || uid === undefined || createdAt < (await log.now()) - hourMs) return;
  const stop = await guard.declined({ uid, from }, eventId, fingerprint);
  notice('declined');
  if (stop) await gateway.cancel(intentId);
}
