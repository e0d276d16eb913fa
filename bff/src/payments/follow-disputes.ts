import type { OrderDocument, Origin } from '@karigar/events';
import { foremostDispute, type GatewayDispute } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { tellOnce } from './tell-once.ts';

/**
 * Brings an order to where the foremost dispute of its payment stands at the provider, and tells the operators of each step once; asks
 * again after a change, because what was read may have been old. `order` null: a payment that pays none of ours. Answers whether the
 * order changed. Throws GatewayUnavailableError and what the log throws.
 */
export async function followDisputes(
  parts: PaymentParts,
  intentId: string,
  order: OrderDocument | null,
  origin: Origin,
): Promise<{ changed: boolean }> {
  for (let changed = false; ; changed = true) {
    const disputes = await parts.background.disputes(intentId);
    for (const dispute of disputes.toReversed()) await tellOfDispute(parts, intentId, order, dispute);
    const foremost = foremostDispute(disputes);
    if (foremost === undefined || order === null) return { changed };
    const { id: disputeId, status, reason, amount } = foremost;
    const command = { type: 'record-dispute', disputeId, status, reason, amount } as const;
    if (!(await parts.log.afterPayment(order.id, command, origin)).changed) return { changed };
  }
}

/** A word of the provider, such as `needs_response`, for people. */
const plain = (word: string): string => word.replaceAll('_', ' ');

function tellOfDispute(
  parts: PaymentParts,
  intentId: string,
  order: OrderDocument | null,
  { id, status, reason, amount }: GatewayDispute,
): Promise<void> {
  const of = order === null ? `payment ${intentId}, which pays no order,` : `order ${order.id}`;
  const sum = `$${(amount / 100).toFixed(2)}`;
  return tellOnce(parts, {
    kind: 'payment.disputed',
    id: `${id}:${status}`,
    why: `The payer of ${of} disputes ${sum}. The bank’s words: ${plain(reason)}; ${plain(status)}. Answer it in the provider’s dashboard.`,
    detail: { intentId, orderId: order?.id ?? null, disputeId: id, status, reason, amount },
  });
}
