import type { Origin } from '@karigar/events';
import { followMoney } from './follow-money.ts';
import type { GatewayEvent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paidBy, settlePayment } from './settle-payment.ts';
import { tellOfDispute, tellOfPayment } from './tell-operators.ts';

/** Card testing is counted by the hour; what was declined before counts no more. */
const declineCountsMs = 3_600_000;

/** What an event led to. `unbound`: a payment succeeded that names no order and pays none yet. */
type Taken = 'changed' | 'unchanged' | 'unbound';

/**
 * Takes one event of the provider, as its webhook sent it or as it stands in its list. The event only says where to look: what it is about is
 * asked for anew, so that repeated, late and reordered events are harmless. One that has waited for a day for its payment's order is told to
 * the operators. Throws GatewayUnavailableError and what the log throws.
 */
export async function takeEvent(
  parts: PaymentParts,
  event: GatewayEvent,
  origin: Origin,
  hasWaited = false,
): Promise<Taken> {
  const { log, notice } = parts;
  const { about, intentId, metadata } = event;
  if (about === 'other') return 'unchanged';
  // Another shop on the same account: not even worth asking about. Disputes, and refunds of the dashboard, do not name their shop.
  const own = await log.shop();
  if (intentId === null || (metadata.shop ?? (about === 'returned' ? own : '')) !== own) {
    notice('other-shop');
    return 'unchanged';
  }
  if (about === 'declined') {
    await countDecline(parts, event);
    return 'unchanged';
  }
  return takeMoney(parts, event, intentId, origin, hasWaited);
}

/**
 * Takes one signed message of the provider. Throws ProblemError 400 on a bad signature, 503 when the provider or the log is away; the
 * provider then sends it again.
 */
export async function takeMessage(parts: PaymentParts, body: string, signature: string): Promise<void> {
  const event = await parts.gateway.readEvent(body, signature);
  await takeEvent(parts, event, { actor: 'system:webhook', correlationId: event.id });
}

/** Settles a payment whose money came, or follows what went back of it. */
async function takeMoney(
  parts: PaymentParts,
  { about }: GatewayEvent,
  intentId: string,
  origin: Origin,
  hasWaited: boolean,
): Promise<Taken> {
  const { log, background, notice } = parts;
  const paidOrder = await log.orderIdOfPayment(intentId);
  // An order that its buyer's own call has paid: of most events the shop hears afterwards.
  if (about === 'paid' && paidOrder !== null) return 'unchanged';
  const intent = await background.find(intentId);
  if (intent?.state !== 'succeeded') return 'unchanged';
  const orderId = paidOrder ?? intent.metadata.orderId;
  const found = orderId === undefined ? null : await log.order(orderId);
  let order = paidBy(found, intentId);
  let changed = false;
  if (order === null && orderId !== undefined) {
    const settlement = await settlePayment(parts, intent, found, origin);
    if (settlement.kind === 'paid') ({ order, changed } = settlement);
  }
  if (about === 'paid' && orderId === undefined && !intent.returned) {
    if (!hasWaited) return 'unbound';
    await tellOfPayment(
      log,
      intent,
      'payment.unbound',
      'A payment names no order; refund it or ask the payer',
    );
    notice('unbound');
  }
  if (about === 'returned' && order === null)
    for (const dispute of await background.disputes(intentId))
      await tellOfDispute(log, intentId, null, dispute);
  if (about === 'returned' && order !== null) {
    const followed = await followMoney(parts, order, origin);
    changed ||= followed.version !== order.version;
  }
  return changed ? 'changed' : 'unchanged';
}

/** Counts a declined card; who has too many of them loses the open payment as well, whose secret is known to the browser. */
async function countDecline(parts: PaymentParts, event: GatewayEvent): Promise<void> {
  const { id: eventId, intentId, fingerprint, createdAt } = event;
  const { log, guard } = parts;
  const { uid, from } = event.metadata;
  if (guard === null || uid === undefined || createdAt < (await log.now()) - declineCountsMs) return;
  const stop = await guard.declined({ eventId, uid, from, fingerprint });
  parts.notice('declined');
  if (stop && intentId !== null) await parts.gateway.cancel(intentId);
}
