import type { Origin } from '@karigar/events';
import { followMoney } from './follow-money.ts';
import { type GatewayEvent, isReturned } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';
import { tellOfDispute, tellOfPayment } from './tell-operators.ts';

/** Card testing is counted by the hour; what was declined before counts no more. */
const declineCountsMs = 3_600_000;

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
  if (!hasWaited) return true;
  await tellOfPayment(parts, intent, 'unbound', 'A payment names no order; refund it or ask the payer');
  return false;
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
  if (guard === null || uid === undefined || createdAt < (await log.now()) - declineCountsMs) return;
  const stop = await guard.declined({ uid, from }, eventId, fingerprint);
  notice('declined');
  if (stop) await gateway.cancel(intentId);
}
