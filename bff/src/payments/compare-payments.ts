import { isDeleted, type OrderDocument } from '@karigar/events';
import { isPaidBy } from './claim-payment.ts';
import { orderPages } from './order-pages.ts';
import type { GatewayIntent } from './payment-gateway.ts';
import type { PaymentParts } from './payment-parts.ts';
import { fits } from './settle-payment.ts';

/** One thing in which the log and the payment provider differ; `orderId` or `intentId` may be empty. */
export interface PaymentDifference {
  readonly orderId: string;
  readonly intentId: string;
  readonly what: string;
}

/**
 * Compares every paid order of the log with the provider, and every successful payment of this shop since `since` (ms) with the log:
 * the operator's `verify --payments`. Changes nothing, and stops at the next
 * question when the signal says so. Payments without an order are a person's matter and no difference.
 */
export async function* comparePayments(
  parts: PaymentParts,
  since: number,
  signal?: AbortSignal,
): AsyncIterable<PaymentDifference> {
  for await (const page of orderPages(parts.log, { states: ['paid', 'shipped'] })) {
    for (const order of page) {
      signal?.throwIfAborted();
      const what = await faultOfOrder(parts, order);
      if (what !== null) yield { orderId: order.id, intentId: order.transactionId ?? '', what };
    }
  }
  const own = await parts.log.shop();
  for await (const intent of parts.gateway.between(since, Date.now() + 1_000)) {
    signal?.throwIfAborted();
    const { shop, orderId } = intent.metadata;
    if (shop !== own || orderId === undefined || intent.state !== 'succeeded') continue;
    const what = await faultOfPayment(parts, intent, orderId);
    if (what !== null) yield { orderId, intentId: intent.id, what };
  }
}

async function faultOfOrder({ gateway }: PaymentParts, order: OrderDocument): Promise<string | null> {
  if (order.transactionId === null) return 'the order is paid without a transaction';
  const intent = await gateway.find(order.transactionId);
  if (intent === null) return 'the provider does not know the payment';
  if (intent.state !== 'succeeded') return `the provider says ${intent.status}`;
  if (!fits(intent, order)) return 'amount or currency do not fit the order';
  return (await gateway.refunded(intent.id)) > 0 ? 'the payment was given back' : null;
}

async function faultOfPayment(
  { log, gateway }: PaymentParts,
  intent: GatewayIntent,
  orderId: string,
): Promise<string | null> {
  const order = await log.order(orderId);
  if (isPaidBy(order, intent.id)) return null;
  if ((await gateway.refunded(intent.id)) >= intent.received) return null;
  if (order === null) return 'money came for an order that the log does not hold';
  if (isDeleted(order)) return 'money for a deleted order was kept';
  return order.paid
    ? 'money for an order that another payment has paid was kept'
    : 'money came, but the order is unpaid';
}
