import { isDeleted, type OrderDocument, type RecordedEvent } from '@karigar/events';
import type { TestShop } from './test-shop.ts';
import type { Ledger } from './test-simulator.ts';

/**
 * Compares the shop with the provider's ledger and lists every difference, one sentence each; an empty list is what money wants:
 * each order paid at most once, each successful charge the payment of an order or given back in full, what an order says went back
 * the same as at the provider, nothing asked twice or left unanswered, and stock = what was there less what live orders hold.
 */
export async function differences(
  shop: TestShop,
  orderIds: readonly string[],
  tool: { id: string; stock: number },
): Promise<string[]> {
  const found: string[] = [];
  const ledger = await shop.simulator.ledger();
  let held = 0;
  for (const orderId of orderIds) {
    const order = await shop.log.order(orderId);
    const events = await shop.log.history(orderId);
    const live = order !== null && !isDeleted(order) ? order : null;
    found.push(...faultsOfHistory(orderId, events));
    if (live) held += live.quantity - returned(live, events);
    found.push(...faultsOfCharges(orderId, live, ledger));
    if (live) found.push(...faultsOfRefunds(live, ledger));
  }
  const [available] = await shop.log.stock([tool.id]);
  if (available !== tool.stock - held)
    found.push(`stock is ${available}, but ${tool.stock} less ${held} held is ${tool.stock - held}`);
  return found;
}

const restocks = (events: readonly RecordedEvent[]) =>
  events.filter((event) => event.type === 'order.refunded' && event.data.restock);

/** How many pieces of a live order are in stock again. */
const returned = ({ quantity }: OrderDocument, events: readonly RecordedEvent[]): number =>
  restocks(events).length > 0 ? quantity : 0;

function* faultsOfHistory(orderId: string, events: readonly RecordedEvent[]): Iterable<string> {
  const times = (type: string) => events.filter((event) => event.type === type).length;
  if (times('order.paid') > 1) yield `${orderId} was paid ${times('order.paid')} times`;
  if (times('order.deleted') > 1) yield `${orderId} was deleted ${times('order.deleted')} times`;
  if (restocks(events).length > 1) yield `the pieces of ${orderId} returned ${restocks(events).length} times`;
}

function* faultsOfCharges(orderId: string, live: OrderDocument | null, ledger: Ledger): Iterable<string> {
  const { charges, intents } = ledger;
  const transaction = live?.transactionId ?? null;
  const mine = new Set(intents.filter(({ metadata }) => metadata.orderId === orderId).map(({ id }) => id));
  for (const charge of charges) {
    if (!mine.has(charge.payment_intent) || charge.status !== 'succeeded') continue;
    const back = charge.amount_refunded;
    const told = live?.refund?.amount ?? 0;
    if (charge.payment_intent === transaction && back !== told)
      yield `${orderId} says that ${told} went back, and of ${charge.id} ${back} did`;
    if (charge.payment_intent !== transaction && back !== charge.amount)
      yield `${charge.id} of ${orderId} pays nothing and was not given back`;
  }
  const isCharged = charges.some((one) => one.payment_intent === transaction && one.status === 'succeeded');
  if (transaction !== null && !isCharged) yield `${orderId} is paid by ${transaction}, which has no charge`;
}

function* faultsOfRefunds(
  { id, transactionId, refundRequest }: OrderDocument,
  ledger: Ledger,
): Iterable<string> {
  if (refundRequest !== null) yield `the refund of ${id} was asked for and not answered`;
  const attempts = ledger.refunds
    .filter((refund) => refund.payment_intent === transactionId)
    .flatMap(({ metadata }) => metadata.attempt ?? []);
  if (new Set(attempts).size < attempts.length) yield `one attempt for ${id} became several refunds`;
}
