import type { RecordedEvent } from '@karigar/events';

/** An order that took part, and how many pieces it holds while it lives. */
export interface RaceOrder {
  id: string;
  quantity: number;
}

/** The payment ledger as far as money goes; amounts are cents. */
export interface RaceLedger {
  charges: { payment_intent: string; amount: number; amount_refunded: number; status: string }[];
  intents: { id: string; metadata: Record<string, string> }[];
}

/** How the races ended. */
export interface RaceCounts extends Record<string, number> {
  paid: number;
  shipped: number;
  deleted: number;
  refunded: number;
  charges: number;
  refunds: number;
}

/**
 * Compares the log with the provider's ledger: each order paid and deleted at most once and never both, each successful charge
 * the payment of its order or given back whole, what an order says went back the same as at the provider, and `taken` pieces of stock =
 * what live orders hold that were not put back with their money.
 */
export function differencesOf(
  orders: readonly RaceOrder[],
  events: readonly RecordedEvent[],
  ledger: RaceLedger,
  taken: number,
): { differences: string[]; counts: RaceCounts } {
  const differences: string[] = [];
  const counts: RaceCounts = { paid: 0, shipped: 0, deleted: 0, refunded: 0, charges: 0, refunds: 0 };
  let held = 0;
  for (const order of orders) {
    const mine = events.filter((event) => event.subject === order.id);
    const payments = mine.flatMap((event) => (event.type === 'order.paid' ? [event.data.transactionId] : []));
    const deletes = mine.filter((event) => event.type === 'order.deleted').length;
    if (payments.length > 1) differences.push(`${order.id} was paid ${payments.length} times`);
    if (deletes > 1) differences.push(`${order.id} was deleted ${deletes} times`);
    if (payments.length > 0 && deletes > 0) differences.push(`${order.id} was paid and deleted`);
    counts.paid += payments.length;
    counts.deleted += deletes;
    counts.shipped += mine.filter((event) => event.type === 'order.shipped').length;
    const refunds = mine.flatMap((event) => (event.type === 'order.refunded' ? [event.data] : []));
    const restocks = refunds.filter(({ restock }) => restock).length;
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    counts.refunded += refunds.length;
    if (restocks > 1) differences.push(`the pieces of ${order.id} were put back ${restocks} times`);
    if (deletes === 0 && restocks === 0) held += order.quantity;
    const intents = new Set(
      ledger.intents.filter(({ metadata }) => metadata.orderId === order.id).map(({ id }) => id),
    );
    let paying = 0;
    for (const charge of ledger.charges) {
      if (charge.status !== 'succeeded' || !intents.has(charge.payment_intent)) continue;
      counts.charges += 1;
      if (charge.amount_refunded > 0) counts.refunds += 1;
      const kept = charge.amount - charge.amount_refunded;
      const pays = payments.includes(charge.payment_intent);
      if (pays) paying += 1;
      if (pays && charge.amount_refunded !== back)
        differences.push(
          `${charge.payment_intent} gave ${charge.amount_refunded} cents back, and ${order.id} says ${back}`,
        );
      if (!pays && kept !== 0)
        differences.push(`${charge.payment_intent} pays nothing of ${order.id} and was kept`);
    }
    if (payments.length > 0 && paying !== 1)
      differences.push(`${order.id} is paid, with ${paying} charges behind it`);
  }
  if (taken !== held) differences.push(`${taken} pieces are gone, but live orders hold ${held}`);
  return { differences, counts };
}
