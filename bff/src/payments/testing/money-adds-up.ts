import { isDeleted } from '@karigar/events';
import type { TestShop } from './test-shop.ts';

/**
 * Compares the shop with the provider's ledger and lists every difference, one sentence each; an empty list is what money wants:
 * each order paid at most once, each successful charge either the payment of an order or given back in full, and stock = what was
 * there less what live orders hold.
 */
export async function differences(
  shop: TestShop,
  orderIds: readonly string[],
  tool: { readonly id: string; readonly stock: number },
): Promise<string[]> {
  const found: string[] = [];
  const { charges, intents } = await shop.simulator.ledger();
  let held = 0;
  for (const orderId of orderIds) {
    const order = await shop.log.order(orderId);
    const events = await shop.log.history(orderId);
    const times = (type: string) => events.filter((event) => event.type === type).length;
    if (times('order.paid') > 1) found.push(`${orderId} was paid ${times('order.paid')} times`);
    if (times('order.deleted') > 1) found.push(`${orderId} was deleted ${times('order.deleted')} times`);
    const live = order !== null && !isDeleted(order) ? order : null;
    if (live) held += live.quantity;
    const transaction = live?.transactionId ?? null;
    const mine = new Set(intents.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id));
    for (const charge of charges.filter((one) => mine.has(one.payment_intent))) {
      if (charge.status !== 'succeeded') continue;
      const kept = charge.amount - charge.amount_refunded;
      if (charge.payment_intent === transaction && kept !== charge.amount)
        found.push(`${orderId} is paid by ${charge.id}, which was given back`);
      if (charge.payment_intent !== transaction && kept !== 0)
        found.push(`${charge.id} of ${orderId} pays nothing and was not given back`);
    }
    if (
      transaction !== null &&
      !charges.some((one) => one.payment_intent === transaction && one.status === 'succeeded')
    )
      found.push(`${orderId} is paid by ${transaction}, which has no charge`);
  }
  const [available] = await shop.log.stock([tool.id]);
  if (available !== tool.stock - held)
    found.push(`stock is ${available}, but ${tool.stock} less ${held} held is ${tool.stock - held}`);
  return found;
}
