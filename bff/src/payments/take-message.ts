import type { GatewayEvent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Takes one signed message of the provider. It only says where to look: the intent is asked for anew, so that repeated, late and
 * reordered messages are harmless. Throws ProblemError 400 on a bad signature, 503 when the provider or the log is away; the
 * provider then sends it again.
 */
export async function takeMessage(parts: PaymentParts, body: string, signature: string): Promise<void> {
  const { log, gateway, notice } = parts;
  const event = await gateway.readEvent(body, signature);
  if (event.intentId === null) return;
  // Another shop on the same account: not even worth asking about.
  if (event.metadata.shop !== (await log.shop())) return notice('other-shop');
  if (event.type === 'payment_intent.payment_failed') return countDecline(parts, event, event.intentId);
  if (event.type !== 'payment_intent.succeeded') return;
  const intent = await gateway.find(event.intentId);
  if (intent) await settlePayment(parts, intent, { actor: 'system:webhook', correlationId: event.id });
}

/** Counts a declined card; who has too many of them loses the open payment as well, whose secret is known to the browser. */
async function countDecline(parts: PaymentParts, event: GatewayEvent, intentId: string): Promise<void> {
  const { uid } = event.metadata;
  if (uid === undefined) return;
  parts.notice('declined');
  if (await parts.guard.declined(uid, event.id)) await parts.gateway.cancel(intentId);
}
