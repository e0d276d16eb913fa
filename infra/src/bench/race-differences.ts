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
interface RaceCounts extends Record<string, number> {
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
  const counts = { paid: 0, shipped: 0, deleted: 0, refunded: 0, charges: 0, refunds: 0 };
  let held = 0;
  for (const { id, quantity } of orders) {
    const check = (wrong: boolean, what: string) => wrong && differences.push(`${id}: ${what}`);
    const mine = events.filter(({ subject }) => subject === id);
    const payments = mine.flatMap((event) => (event.type === 'order.paid' ? [event.data.transactionId] : []));
    const refunds = mine.flatMap((event) => (event.type === 'order.refunded' ? [event.data] : []));
    const deleted = mine.filter(({ type }) => type === 'order.deleted').length;
    const restocked = refunds.filter(({ restock }) => restock).length;
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
    const intents = ledger.intents.filter(({ metadata }) => metadata.orderId === id).map((one) => one.id);
    const charges = ledger.charges.filter(
      (charge) => charge.status === 'succeeded' && intents.includes(charge.payment_intent),
    );
    const paying = charges.filter((charge) => payments.includes(charge.payment_intent));
    check(payments.length > 1, `paid ${payments.length} times`);
    check(deleted > 1, `deleted ${deleted} times`);
    check(payments.length > 0 && deleted > 0, 'paid and deleted');
    check(restocked > 1, `its pieces were put back ${restocked} times`);
    check(payments.length > 0 && paying.length !== 1, `paid, with ${paying.length} charges behind it`);
    for (const charge of charges) {
      const { amount, amount_refunded: given, payment_intent: intent } = charge;
      if (paying.includes(charge)) check(given !== back, `${intent} gave ${given} cents back, not ${back}`);
      else check(given !== amount, `${intent} pays nothing of it and was kept`);
    }
    if (deleted === 0 && restocked === 0) held += quantity;
    counts.paid += payments.length;
    counts.shipped += mine.filter(({ type }) => type === 'order.shipped').length;
    counts.deleted += deleted;
    counts.refunded += refunds.length;
    counts.charges += charges.length;
    counts.refunds += charges.filter((charge) => charge.amount_refunded > 0).length;
  }
  if (taken !== held) differences.push(`${taken} pieces are gone, but live orders hold ${held}`);
  return { differences, counts };
}
