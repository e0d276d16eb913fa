import { isDeleted, type OrderDocument, type Origin } from '@karigar/events';
import { isPaidBy } from './claim-payment.ts';
import { followDisputes } from './follow-disputes.ts';
import { followRefunds } from './follow-refunds.ts';
import type { GatewayEvent, GatewayIntent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

/** Card testing is counted by the hour; what was declined before counts no more. */
const declineCountsMs = 3_600_000;

/**
 * Takes one event of the provider, as its webhook sent it or as it stands in its list. The event only says where to look: what it is about is
 * asked for anew, so that repeated, late and reordered events are harmless. Answers whether the log changed. Throws
 * GatewayUnavailableError and what the log throws.
 */
export async function takeEvent(
  parts: PaymentParts,
  event: GatewayEvent,
  origin: Origin,
): Promise<{ changed: boolean }> {
  switch (event.about) {
    case 'intent':
      return takeIntentEvent(parts, event, origin);
    case 'refund':
    case 'dispute':
      return takeMoneyEvent(parts, event, origin);
    case 'other':
      return unchanged;
    default:
      return event.about satisfies never;
  }
}

/**
 * Takes one signed message of the provider. Throws ProblemError 400 on a bad signature, 503 when the provider or the log is away; the
 * provider then sends it again.
 */
export async function takeMessage(parts: PaymentParts, body: string, signature: string): Promise<void> {
  const event = await parts.gateway.readEvent(body, signature);
  await takeEvent(parts, event, { actor: 'system:webhook', correlationId: event.id });
}

const unchanged = { changed: false } as const;

async function takeIntentEvent(parts: PaymentParts, event: GatewayEvent, origin: Origin) {
  const { log, gateway, notice } = parts;
  const { shop, orderId } = event.metadata;
  // Another shop on the same account: not even worth asking about.
  if (shop !== (await log.shop())) {
    notice('other-shop');
    return unchanged;
  }
  if (event.type === 'payment_intent.payment_failed') {
    await countDecline(parts, event);
    return unchanged;
  }
  // An order that its buyer's own call has paid: of most events we hear afterwards.
  if (orderId !== undefined && isPaidBy(await log.order(orderId), event.objectId)) return unchanged;
  const intent = await gateway.find(event.objectId);
  if (intent === null) return unchanged;
  const settlement = await settlePayment(parts, intent, origin);
  return { changed: settlement.kind === 'paid' && settlement.changed };
}

/** Follows the refunds or disputes of a payment of this shop; money that pays no order is not an order's. */
async function takeMoneyEvent(parts: PaymentParts, event: GatewayEvent, origin: Origin) {
  const { log, background, notice } = parts;
  const { about, intentId, metadata } = event;
  const own = await log.shop();
  const mayBeOurs = intentId !== null && (metadata.shop ?? own) === own;
  const intent = mayBeOurs ? await background.find(intentId) : null;
  if (intent === null || intent.state === 'foreign') {
    notice('other-shop');
    return unchanged;
  }
  const paid = await orderPaidBy(parts, intent, event, origin);
  if (about === 'dispute') return followDisputes(parts, intent.id, paid, origin);
  return paid === null ? unchanged : followRefunds(parts, paid, origin);
}

/**
 * The order that a payment pays. Of a payment whose own message comes later the order becomes paid first; and when money that nobody owes
 * did not arrive where it came from, the settlement tells a person.
 */
async function orderPaidBy(
  parts: PaymentParts,
  intent: GatewayIntent,
  { type }: GatewayEvent,
  origin: Origin,
): Promise<OrderDocument | null> {
  const id = intent.metadata.orderId ?? intent.metadata.usedFor;
  if (id === undefined) return null;
  const read = () => parts.log.order(id);
  let order = await read();
  const isOpen = order?.status === 'unpaid';
  if (isOpen || type === 'refund.failed') {
    await settlePayment(parts, intent, origin);
    order = await read();
  }
  return order !== null && !isDeleted(order) && order.transactionId === intent.id ? order : null;
}

/** Counts a declined card; who has too many of them loses the open payment as well, whose secret is known to the browser. */
async function countDecline(parts: PaymentParts, event: GatewayEvent): Promise<void> {
  const { id: eventId, fingerprint, createdAt, objectId } = event;
  const { uid, from } = event.metadata;
  if (uid === undefined || createdAt < Date.now() - declineCountsMs) return;
  const { isNew, stop } = await parts.guard.declined({ eventId, uid, from, fingerprint });
  if (isNew) parts.notice('declined');
  if (stop) await parts.gateway.cancel(objectId);
}
